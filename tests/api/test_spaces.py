"""Spaces over HTTP: who may do what, on every server; what two people and three agents see of each other."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.model.space import Right, owner_of
from graphmem.store.database import Database
from tests.api.conftest import Client, client_of

Issue = Callable[..., Awaitable[str]]

PROBLEM = "... on Problem { code message }"
CREATE = f"mutation($t: String!) {{ createSpace(title: $t) {{ ... on Space {{ id }} {PROBLEM} }} }}"
GRANT = f"""mutation($s: String!, $m: String!, $r: SpaceRight!, $a: String) {{
  grantRight(space: $s, member: $m, right: $r, agent: $a) {{ ... on SpaceGrant {{ id }} {PROBLEM} }} }}"""
REVOKE = f"""mutation($s: String!, $m: String!) {{
  revokeRight(space: $s, member: $m) {{ ... on RevokedRights {{ ids }} {PROBLEM} }} }}"""
OBSERVE = f"""mutation($i: MessageInput!) {{
  observe(input: $i) {{ ... on Observation {{ pointer statements {{ action }} }} {PROBLEM} }} }}"""
LEARN = f"""mutation($i: StatementInput!) {{ learn(input: $i) {{
  ... on Observation {{ pointer statements {{ memory }} }} {PROBLEM} }} }}"""
KEEP = f"""mutation($s: String!, $k: Boolean! = true) {{
  setSpaceKeeping(space: $s, keeps: $k) {{ ... on Space {{ keepsCopies }} {PROBLEM} }} }}"""
RULE = f"""mutation($s: String!, $id: String!, $o: Boolean! = true) {{
  setTeamRule(space: $s, id: $id, stands: $o) {{ ... on SpaceMemory {{ isRule text }} {PROBLEM} }} }}"""
RECALL = f"""query($q: String!, $s: [String!]) {{ recall(query: $q, spaces: $s, limit: 50) {{
  ... on Recollection {{ context notes hits {{ space author drawer {{ text }} }} memories {{ space author }} }}
  {PROBLEM} }} }}"""
REVIEWS = f"""query($s: String!) {{ spaceReviews(space: $s) {{
  ... on SpaceReviews {{ reviews {{ id older {{ text }} newer {{ text }} }} }} {PROBLEM} }} }}"""
DECIDE = f"""mutation($s: String!, $id: String!, $v: ReviewVerdict!) {{
  decideSpaceReview(space: $s, id: $id, verdict: $v) {{ ... on DecidedReview {{ verdict }} {PROBLEM} }} }}"""
SHARE = f"""mutation($id: String!, $s: String!) {{
  shareMemory(id: $id, space: $s) {{ ... on SharedMemory {{ source space memory pointer }} {PROBLEM} }} }}"""
UNSHARE = f"""mutation($id: String!, $s: String!) {{
  unshareMemory(id: $id, space: $s) {{ ... on UnsharedMemory {{ copies {{ source }} }} {PROBLEM} }} }}"""
LEARN_OWN = "mutation($t: String!) { learn(input: {text: $t}) { ... on Observation { statements { memory } } } }"
ERASE = "mutation($n: String!) { eraseOwner(confirm: $n) { ... on ErasedOwner { counts { label count } } } }"

MARK = "zqharbour"
OWN, THERE = "of a memory of whoever asks", "of a memory of the space"
HELD = """MATCH (s:Owner {key: $owner}) OPTIONAL MATCH (n {owner: $owner}) WITH s, collect(n) AS nodes
RETURN size([n IN nodes WHERE n:Drawer]) AS drawers, size([n IN nodes WHERE n:Memory]) AS memories,
       size([n IN nodes WHERE n:Review AND n.state = 'open']) AS open,
       COUNT { (:Owner)-[:MAY]->(s) } AS grants"""


async def held(memory: GraphMem, space: str) -> dict[str, int]:
    found = await memory.database.driver.execute_query(HELD, owner=owner_of(space).key)
    return dict(found.records[0])


@dataclass(frozen=True)
class Case:
    """What is asked: the right it needs, whether its answer may tell of the space, and whether it writes."""

    document: str
    needs: Right
    variables: Callable[[str, str], dict[str, Any]]
    tells: bool = False


CASES = {
    "recall": Case(RECALL, Right.READ, lambda s, _: {"q": f"Who repairs the {MARK}?", "s": [s]}, tells=True),
    "recall every": Case(RECALL, Right.READ, lambda _, __: {"q": f"Who repairs the {MARK}?", "s": ["*"]}, tells=True),
    "recall by title": Case(
        RECALL, Right.READ, lambda _, __: {"q": f"Who repairs the {MARK}?", "s": [f"Team {MARK}"]}, tells=True
    ),
    "recall for": Case(
        """query($t: String!, $s: [String!]) { recallFor(messages: [{text: $t}], spaces: $s) {
             ... on Recollection { context hits { drawer { text } } } ... on Problem { code message } } }""",
        Right.READ,
        lambda s, _: {"t": f"Who repairs the {MARK}?", "s": [s]},
        tells=True,
    ),
    "members": Case(
        f"""query($s: String!) {{
          spaceMembers(space: $s) {{ ... on SpaceMembers {{ grants {{ member }} }} {PROBLEM} }} }}""",
        Right.READ,
        lambda s, _: {"s": s},
        tells=True,
    ),
    "observe": Case(OBSERVE, Right.WRITE, lambda s, n: {"i": {"text": f"The crane {n} is green.", "space": s}}),
    "learn": Case(LEARN, Right.WRITE, lambda s, n: {"i": {"text": f"The boat {n} is red.", "space": s}}),
    "share": Case(SHARE, Right.WRITE, lambda s, _: {"s": s, "id": OWN}),
    "reviews": Case(REVIEWS, Right.CURATE, lambda s, _: {"s": s}, tells=True),
    "memory": Case(
        f"""query($s: String!, $id: String!) {{
          spaceMemory(space: $s, id: $id) {{ ... on SpaceMemory {{ text author }} {PROBLEM} }} }}""",
        Right.READ,
        lambda s, _: {"s": s, "id": THERE},
        tells=True,
    ),
    "rule": Case(RULE, Right.CURATE, lambda s, _: {"s": s, "id": THERE}),
    "rules": Case(
        f"""query($s: String!) {{
          spaceRules(space: $s) {{ ... on SpaceRules {{ rules {{ text }} }} {PROBLEM} }} }}""",
        Right.READ,
        lambda s, _: {"s": s},
    ),
    "proposed rules": Case(
        f"""query($s: String!) {{
          spaceRules(space: $s, proposed: true) {{ ... on SpaceRules {{ rules {{ text }} }} {PROBLEM} }} }}""",
        Right.CURATE,
        lambda s, _: {"s": s},
    ),
    "reads": Case(
        f"""query($s: String!) {{
          spaceReads(space: $s) {{ ... on SpaceReadCounts {{ reads {{ member }} }} {PROBLEM} }} }}""",
        Right.ADMIN,
        lambda s, _: {"s": s},
    ),
    "keep": Case(KEEP, Right.ADMIN, lambda s, _: {"s": s}),
    "tombstones": Case(
        f"""query($s: String!) {{
          spaceTombstones(space: $s) {{ ... on SpaceTombstones {{ tombstones {{ id }} }} {PROBLEM} }} }}""",
        Right.CURATE,
        lambda s, _: {"s": s},
    ),
    "grant": Case(GRANT, Right.ADMIN, lambda s, n: {"s": s, "m": f"guest {n}", "r": "READ"}),
    "revoke another": Case(REVOKE, Right.ADMIN, lambda s, n: {"s": s, "m": f"keeper of {n}"}),
}
STATES = {
    "none": None,
    **{right.value: right for right in Right},
    **{f"revoked {right.value}": None for right in Right},
    "another agent's": None,
}
"""Who asks, and which right they have in the end."""


async def client_for(client: Client, key: str) -> Client:
    return Client(client.http, key)


async def prepared(ada: Client, state: str, name: str) -> tuple[str, str]:
    """A space of Ada's, with a keeper and a memory in it, and what `name` has in it: both ids."""
    space: str = (await ada.data(CREATE, t=f"Team {MARK}"))["createSpace"]["id"]
    told = await ada.data(LEARN, i={"text": f"Deniz repairs the {MARK} on Fridays.", "space": space})
    await ada.data(GRANT, s=space, m=f"keeper of {name}", r="READ")
    if state != "none":
        agent = "another" if state.startswith("another") else None
        right = "ADMIN" if agent else state.split()[-1].upper()
        given = await ada.data(GRANT, s=space, m=name, r=right, a=agent)
        assert "id" in given["grantRight"], given
    if state.startswith("revoked"):
        assert (await ada.data(REVOKE, s=space, m=name))["revokeRight"]["ids"]
    return space, told["learn"]["statements"][0]["memory"]


async def learnt(client: Client, text: str) -> str:
    """The id of a memory of one's own."""
    (statement,) = (await client.data(LEARN_OWN, t=text))["learn"]["statements"]
    return str(statement["memory"])


@pytest.mark.parametrize("state", STATES)
async def test_nobody_does_in_a_space_what_their_right_is_not_for(
    memory: GraphMem, issue: Issue, owner: str, state: str
) -> None:
    """Every verb by everybody, on the server that gave the rights and on another one over the same database."""
    elsewhere = await Database.connect(memory.database.address)
    name = f"bob of {owner}"
    leaks, writes, refused, done = [], [], 0, 0
    has = STATES[state]
    try:
        replica = GraphMem(memory.settings, elsewhere, memory.embedder, memory.usage)
        async with client_of(memory) as here, client_of(replica) as there:
            ada = Client(here.http, await issue(owner))
            key = await issue(name)
            space, known = await prepared(ada, state, name)
            own = await learnt(Client(here.http, key), "The ladder at the pier is rusty.")
            ids = {OWN: own, THERE: known}
            for place, http in (("here", here.http), ("there", there.http)):
                bob = Client(http, key)
                for verb, case in CASES.items():
                    before = await held(memory, space)
                    given = case.variables(space, f"{name} {place}")
                    given = {
                        one: ids.get(value, value) if isinstance(value, str) else value for one, value in given.items()
                    }
                    answer = json.dumps(await bob.ask(case.document, **given))
                    after = await held(memory, space)
                    may = has is not None and has.holds(case.needs)
                    told = (
                        MARK in answer.replace(f"Team {MARK}", "")
                        if verb != "members"
                        else owner in answer.replace(name, "")
                    )
                    if not may:
                        refused += 1
                        leaks += [f"{verb} {place}"] * told
                        writes += [f"{verb} {place}"] * (before != after)
                    else:
                        assert "errors" not in json.loads(answer), (verb, answer)
                        done += 1
                        if case.tells and verb not in ("members", "reviews"):
                            assert told, (verb, place, answer)
                        if verb in ("observe", "learn", "grant"):
                            assert before != after, (verb, place, answer)
            assert (leaks, writes) == ([], [])
            allowed = 0 if has is None else sum(has.holds(case.needs) for case in CASES.values())
            assert (done, refused) == (2 * allowed, 2 * (len(CASES) - allowed))
    finally:
        await elsewhere.aclose()


async def test_what_is_shared_follows_its_source_on_every_server(memory: GraphMem, issue: Issue, owner: str) -> None:
    """An edit, a request to forget and an own change of mind, each told to one server and asked of another."""
    elsewhere = await Database.connect(memory.database.address)
    edit = f"""mutation($id: String!, $t: String!) {{
      edit(id: $id, text: $t) {{ ... on MemoryDetail {{ memory {{ id }} }} {PROBLEM} }} }}"""
    forget = f"mutation($id: String!) {{ forget(id: $id) {{ ... on Forgotten {{ tombstone }} {PROBLEM} }} }}"
    try:
        replica = GraphMem(memory.settings, elsewhere, memory.embedder, memory.usage)
        async with client_of(memory) as here, client_of(replica) as there:
            ada, bob = Client(here.http, await issue(owner)), Client(there.http, await issue(f"bob of {owner}"))
            space = (await ada.data(CREATE, t="Harbour crew"))["createSpace"]["id"]
            await ada.data(GRANT, s=space, m=f"bob of {owner}", r="READ")

            async def seen() -> str:
                found = await bob.data(RECALL, q="When does the harbour office close?", s=["*"])
                while any("too slow" in note for note in found["recall"]["notes"]):  # on a busy machine
                    found = await bob.data(RECALL, q="When does the harbour office close?", s=["*"])
                return json.dumps(found["recall"]["hits"])

            own = await learnt(ada, "The harbour office closes at five.")
            shared = (await ada.data(SHARE, id=own[:12], s="Harbour crew"))["shareMemory"]
            assert shared["source"] == own
            assert "at five" in await seen()
            edited = (await ada.data(edit, id=own, t="The harbour office closes at seven."))["edit"]["memory"]
            assert ("at five" in await seen(), "at seven" in await seen()) == (False, True)
            assert (await bob.data(UNSHARE, id=edited["id"], s=space))["unshareMemory"]["code"] == "NOT_FOUND"
            assert (await ada.data(forget, id=edited["id"]))["forget"]["tombstone"]
            assert await seen() == "[]"
            again = await learnt(ada, "The harbour office opens at six.")
            await ada.data(SHARE, id=again, s=space)
            assert "at six" in await seen()
            assert (await ada.data(UNSHARE, id=again, s=space))["unshareMemory"]["copies"] == [{"source": again}]
            assert await seen() == "[]"
            assert (await held(memory, space))["memories"] == 0
    finally:
        await elsewhere.aclose()


async def test_two_people_and_three_agents(memory: GraphMem, issue: Issue, owner: str) -> None:
    """Private notes, a team's space, a member who leaves, a curator's choice, and an author who is erased."""
    other = f"carl of {owner}"
    async with client_of(memory) as client:
        ada, carl = Client(client.http, await issue(owner)), Client(client.http, await issue(other))
        planner, coder = [Client(client.http, await issue(owner, agent=one)) for one in ("planner", "coder")]
        scout = Client(client.http, await issue(other, agent="scout"))
        space = (await ada.data(CREATE, t="Harbour crew"))["createSpace"]["id"]
        await ada.data(GRANT, s=space, m=other, r="WRITE")
        for who, text in ((ada, "My private locker at the harbour is number 17."),
                          (carl, "My private berth at the harbour is number 99.")):  # fmt: skip
            assert (await who.data(OBSERVE, i={"text": text}))["observe"]["pointer"]
        told = (
            (ada, "The billing service runs on Postgres."),
            (planner, "The harbour inspection happens every Monday."),
            (carl, "The harbour office closes at five."),
            (scout, "The harbour ferry leaves from pier nine."),
        )
        for who, text in told:
            assert (await who.data(LEARN, i={"text": text, "space": space}))["learn"]["pointer"], text

        async def seen(who: Client) -> tuple[int, int]:
            """How many turns somebody sees of the own memory and of spaces."""
            hits = (await who.data(RECALL, q="What is there to know about the harbour?", s=["*"]))["recall"]["hits"]
            return sum(hit["space"] is None for hit in hits), sum(hit["space"] == "Harbour crew" for hit in hits)

        people = {"ada": ada, "carl": carl, "planner": planner, "coder": coder, "scout": scout}
        assert {name: await seen(who) for name, who in people.items()} == dict.fromkeys(people, (1, 4))
        hits = (await coder.data(RECALL, q="What is there to know about the harbour?", s=[space]))["recall"]["hits"]
        assert {hit["author"] for hit in hits} == {None, owner, f"{owner} (planner)", other, f"{other} (scout)"}
        for who, private in ((carl, "locker"), (scout, "locker"), (ada, "berth"), (planner, "berth"), (coder, "berth")):
            assert private not in json.dumps(await who.data(RECALL, q=f"Which {private} is private?", s=["*"]))

        # Carl disagrees with what Ada told: both stand, until who curates the space decides.
        again = {"text": "The billing service runs on SQLite now, not on Postgres.", "space": space}
        actions = [one["action"] for one in (await carl.data(OBSERVE, i=again))["observe"]["statements"]]
        assert actions == ["CREATE"]
        assert (await carl.data(REVIEWS, s=space))["spaceReviews"]["code"] == "INVALID_INPUT"
        (review,) = (await ada.data(REVIEWS, s=space))["spaceReviews"]["reviews"]
        assert ("Postgres" in review["older"]["text"], "SQLite" in review["newer"]["text"]) == (True, True)
        refused = await carl.data(DECIDE, s=space, id=review["id"], v="ACCEPT")
        assert refused["decideSpaceReview"]["code"] == "INVALID_INPUT"
        decided = await ada.data(DECIDE, s=space, id=review["id"], v="ACCEPT")
        assert decided["decideSpaceReview"]["verdict"] == "ACCEPT"
        assert (await ada.data(REVIEWS, s=space))["spaceReviews"]["reviews"] == []

        # A member who leaves sees what is their own, as do their agents; what they told stays.
        assert await seen(coder) == (1, 5)
        await ada.data(REVOKE, s=space, m=other)
        assert {name: await seen(who) for name, who in people.items()} == {
            **dict.fromkeys(("ada", "planner", "coder"), (1, 5)),
            **dict.fromkeys(("carl", "scout"), (1, 0)),
        }

        # An author who is erased takes their words out.
        erased = await carl.data(ERASE, n=other)
        counts = {one["label"]: one["count"] for one in erased["eraseOwner"]["counts"]}
        assert counts["Drawer in spaces"] == 3
        assert await seen(coder) == (1, 2)
        assert (await held(memory, space))["drawers"] == 2
        left = json.dumps(
            await ada.data(RECALL, q="Where does the harbour ferry leave, when does the office close?", s=["*"])
        )
        assert not [
            word
            for word in ("ferry", "five", "SQLite", Owner.named(other).key)
            if word in left.replace("harbour ferry leave", "")
        ]


async def test_an_admin_sees_who_asked_and_an_erased_name_goes(memory: GraphMem, issue: Issue, owner: str) -> None:
    reads = f"""query($s: String!) {{ spaceReads(space: $s) {{
      ... on SpaceReadCounts {{ reads {{ member recalls }} }} {PROBLEM} }} }}"""
    bob_name = f"bob of {owner}"
    async with client_of(memory) as client:
        ada, bob = Client(client.http, await issue(owner)), Client(client.http, await issue(bob_name))
        space = (await ada.data(CREATE, t="Harbour crew"))["createSpace"]["id"]
        await ada.data(LEARN, i={"text": "The crane is serviced in May.", "space": space})
        await ada.data(GRANT, s=space, m=bob_name, r="READ")
        for _ in range(2):
            await bob.data(RECALL, q="When is the crane serviced?", s=["*"])
        assert (await bob.data(reads, s=space))["spaceReads"]["code"] == "INVALID_INPUT"
        assert (await ada.data(reads, s=space))["spaceReads"]["reads"] == [{"member": bob_name, "recalls": 2}]
        await bob.data(ERASE, n=bob_name)
        assert (await ada.data(reads, s=space))["spaceReads"]["reads"] == []


async def test_a_space_keeps_what_its_author_took_back_where_it_is_set_so(
    memory: GraphMem, issue: Issue, owner: str
) -> None:
    """Marked, until the source is forgotten; without the setting it goes with its source."""
    end = f"mutation($id: String!) {{ invalidate(id: $id) {{ ... on MemoryDetail {{ memory {{ id }} }} {PROBLEM} }} }}"
    forget = f"mutation($id: String!) {{ forget(id: $id) {{ ... on Forgotten {{ tombstone }} {PROBLEM} }} }}"
    async with client_of(memory) as client:
        ada, bob = Client(client.http, await issue(owner)), Client(client.http, await issue(f"bob of {owner}"))
        space = (await ada.data(CREATE, t="Harbour crew"))["createSpace"]["id"]
        await ada.data(GRANT, s=space, m=f"bob of {owner}", r="READ")
        assert (await ada.data(KEEP, s=space))["setSpaceKeeping"] == {"keepsCopies": True}

        async def seen(question: str) -> set[tuple[str, str]]:
            hits = (await bob.data(RECALL, q=question, s=["*"]))["recall"]["hits"]
            return {(hit["drawer"]["text"], hit["author"]) for hit in hits}

        crane = await learnt(ada, "The crane lifts nine tonnes.")
        await ada.data(SHARE, id=crane, s=space)
        await ada.data(end, id=crane)
        assert await seen("How much does the crane lift?") == {
            ("The crane lifts nine tonnes.", f"{owner}, source withdrawn")
        }
        await ada.data(forget, id=crane)
        assert await seen("How much does the crane lift?") == set()
        await ada.data(KEEP, s=space, k=False)
        ferry = await learnt(ada, "The ferry leaves from pier nine.")
        await ada.data(SHARE, id=ferry, s=space)
        await ada.data(end, id=ferry)
        assert await seen("Where does the ferry leave?") == set()
