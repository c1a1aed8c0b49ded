// The map of a whole memory at /memory/map: drawn once, moved through time by the sliders, filtered by the legend, searched,
// and told as a list. What holds on a day is decided here by the times of nodes and edges; only what is known on another
// day, and what the map had to leave out, is asked for anew.
"use strict";

const ROWS = 40; // of the list, before more is asked for
const SLICE_MS = 25, PAUSE_MS = 300; // of the layout: how long it works at a time, and until it is drawn on its way
const MANY_NODES = 500; // they are laid out before anything is drawn
const form = $("#map-form"), place = $("#map");
const said = place.dataset; // the sentences of the page in its language
const told = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const number = (value) => value.toLocaleString(document.documentElement.lang);
const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ı", "i"); // as people type it
const dayOf = (seconds) => new Date(seconds * 1000).toLocaleDateString(document.documentElement.lang, { timeZone: "UTC", day: "numeric", month: "short", year: "numeric" });
const map = { drawn: null, labels: null, isCut: false, asked: "", turn: 0, rows: ROWS, searched: "", found: [], at: -1 };
place.map = map; // for whoever wants to look at it from the console

const field = (name) => { const one = form.elements[name]; return one.type === "checkbox" ? (one.checked ? one.value : "") : one.value; };
const moment = () => (field("valid") ? Date.parse(`${field("valid")}Z`) / 1000 : null);
const off = () => new Set($$("#legend input:not(:checked)").map((one) => one.value));
const nameOf = (kind) => $(`#legend [data-name="${CSS.escape(kind)}"]`).textContent;

// Loading. All of time is asked for, so that the slider needs nothing more; where that is more than the map has room for, it
// is asked for what holds at the moment.
function question() {
  const part = map.isCut && !field("when") ? { valid: field("valid") } : { when: "ever" };
  return new URLSearchParams(Object.entries({ ...part, known: field("known") }).filter(([, value]) => value)).toString();
}
async function load() {
  const asked = question(), turn = ++map.turn; // whoever asks again goes before
  place.setAttribute("aria-busy", "true");
  const answer = await fetch(`${said.address}?${asked}`, { headers: { accept: "application/json" } });
  if (map.turn !== turn) return;
  if (!answer.ok) { place.removeAttribute("aria-busy"); $("#map-told").textContent = said.failed; return; }
  const graph = await answer.json(), { memories, entities, more } = graph.left_out;
  if (map.turn !== turn) return;
  map.asked = asked;
  const isCut = memories > 0 || more;
  if (isCut && !map.isCut && !field("when")) { map.isCut = true; await load(); return; }
  map.isCut ||= isCut;
  const count = memories + entities;
  $("#map-left").textContent = count || more ? told(more ? said.more : said.left, { count: number(count) }) : "";
  setBeginning(graph.nodes);
  await show(graph, turn);
  if (map.turn === turn) place.removeAttribute("aria-busy");
}
function setBeginning(nodes) { // of the slider: the first things, but for a few of long ago
  const begins = nodes.map((node) => node.from).filter((one) => one !== undefined).sort((a, b) => a - b);
  const clock = $("[name=valid]", form).closest("[data-clock]");
  if (begins.length) clock.dataset.from = new Date((begins[Math.floor(begins.length / 50)] - 86400) * 1000).toISOString();
  placeSlider(clock);
}

// Drawing
const sizeOf = (node, heaviest, all) => (node.kind === "entity" ? (1 + all / 1500) * (16 + 22 * Math.sqrt(node.weight / heaviest)) : 7 + 10 * Math.min(1, node.weight));
const isCalm = (nodes) => nodes.length > MANY_NODES || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
async function show(graph, turn) {
  const before = new Map(map.drawn ? map.drawn.nodes().map((node) => [node.id(), { ...node.position() }]) : []);
  const heaviest = Math.max(1, ...graph.nodes.filter((node) => node.kind === "entity").map((node) => node.weight));
  const nodes = graph.nodes.map((node) => ({ id: node.id, size: sizeOf(node, heaviest, graph.nodes.length), ...before.get(node.id) }));
  const layout = forces(nodes, graph.edges.map(({ source, target }) => ({ source, target })), place, { length: 46, room: 5, push: 46 }).alphaDecay(.05);
  if (before.size) layout.alpha(.3);
  if (isCalm(nodes)) await settle(layout, turn);
  if (map.turn !== turn) return;
  build(graph, nodes);
  apply();
  fit();
  if (!isCalm(nodes)) await settle(layout, turn, () => lay(nodes));
}
function build(graph, nodes) {
  if (map.drawn) { map.drawn.destroy(); $(".labels", place).remove(); }
  map.drawn = cytoscapeIn(place, [
    ...graph.nodes.map((node, at) => ({ data: { ...node, size: nodes[at].size, rank: node.kind === "entity" ? 10 + node.weight : node.weight }, position: { x: nodes[at].x, y: nodes[at].y }, classes: node.kind })),
    ...graph.edges.map((edge) => ({ data: edge, classes: `${edge.kind} straight` })),
  ], { textureOnViewport: nodes.length > MANY_NODES, hideEdgesOnViewport: graph.edges.length > 10 * MANY_NODES, autoungrabify: true });
  map.labels = labelsOver(map.drawn, place, { avoid: $(".zoom") });
}
// A slice of the layout at a time, so that the page answers meanwhile; `shown` draws how far it is.
async function settle(layout, turn, shown) {
  let at = performance.now();
  while (layout.alpha() > layout.alphaMin() && map.turn === turn) {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until && layout.alpha() > layout.alphaMin()) layout.tick();
    if (shown && performance.now() - at > PAUSE_MS) { shown(); at = performance.now(); }
    await new Promise((go) => { setTimeout(go, 0); });
  }
  if (shown && map.turn === turn) shown();
}
function lay(nodes) {
  const at = new Map(nodes.map((node) => [node.id, node]));
  map.drawn.batch(() => map.drawn.nodes().positions((node) => { const { x, y } = at.get(node.id()); return { x, y }; }));
  fit();
}
function fit() {
  const seen = map.drawn.elements(":visible");
  if (seen.nonempty()) map.drawn.fit(seen, 30);
}

// Time, and what the legend leaves out. "over": it held and holds no more.
function stateOf({ from, until }, at) {
  if (at !== null && from != null && from > at) return "later";
  return until != null && until <= (at === null ? Date.now() / 1000 : at) ? "over" : "held";
}
function apply() {
  const at = moment(), ended = Boolean(field("when")), without = off();
  const mark = (one) => { // whether it is shown by its time
    const found = stateOf(one.data(), at);
    one.toggleClass("over", found === "over");
    return found === "held" || (found === "over" && ended);
  };
  map.drawn.batch(() => hide(without, mark));
  const all = map.drawn.nodes().filter((node) => !node.hasClass("hidden")), entities = all.filter("[kind = 'entity']").length;
  $("#map-told").textContent = told(all.length ? said.shown : said.nothing, { memories: number(all.length - entities), entities: number(entities) });
  $("#map-day").textContent = at === null ? said.present : dayOf(at);
  search();
  map.labels.update();
}
function hide(without, mark) {
  const isOff = (one) => without.has(one.data("kind")), isHidden = (one) => one.hasClass("hidden");
  for (const node of map.drawn.nodes("[kind != 'entity']")) node.toggleClass("hidden", !mark(node) || isOff(node));
  const isEntity = (node) => node.data("kind") === "entity", named = new Set(); // it is there while something tells of it
  const telling = map.drawn.edges().filter((edge) => mark(edge) && edge.connectedNodes().every((node) => isEntity(node) || !isHidden(node)));
  telling.forEach((edge) => edge.connectedNodes().forEach((node) => { named.add(node.id()); }));
  for (const node of map.drawn.nodes("[kind = 'entity']")) node.toggleClass("hidden", !named.has(node.id()) || isOff(node));
  for (const edge of map.drawn.edges()) edge.toggleClass("hidden", !telling.has(edge) || isOff(edge) || edge.connectedNodes().some(isHidden));
}

// Search: matches stand out, the list has them alone, Enter goes from one to the next.
function search() {
  map.searched = $("#map-find").value;
  const asked = fold(map.searched.trim());
  const all = map.drawn.nodes().filter((node) => !node.hasClass("hidden")).toArray().sort((a, b) => b.data("rank") - a.data("rank"));
  map.found = asked ? all.filter((node) => fold(node.data("text")).includes(asked)) : all;
  map.drawn.batch(() => { map.drawn.nodes().removeClass("match"); if (asked) map.found.forEach((node) => node.addClass("match")); });
  $("#map-found").textContent = asked ? told(said.found, { count: number(map.found.length) }) : "";
  map.at = -1;
  map.rows = ROWS;
  list();
}
function jump() {
  if (map.searched !== $("#map-find").value) search(); // typed a moment ago
  if (!map.found.length) return;
  map.at = (map.at + 1) % map.found.length;
  const node = map.found[map.at];
  map.drawn.zoom(Math.max(map.drawn.zoom(), 1.1));
  map.drawn.center(node);
  map.labels.point(node);
  $("#map-found").textContent = `${map.at + 1} / ${number(map.found.length)}: ${node.data("text")}`;
}

// The list: the same nodes and edges in words.
function list() {
  const rows = $("#map-list");
  if (!$("#map-rows").open) { rows.replaceChildren(); return; }
  rows.replaceChildren(...map.found.slice(0, map.rows).map(row));
  $("#map-more").hidden = map.found.length <= map.rows;
}
function made(tag, cls, text) {
  const one = document.createElement(tag);
  if (cls) one.className = cls;
  if (text !== undefined) one.textContent = text;
  return one;
}
function link(node) {
  const one = made("a", "text", node.data("text"));
  one.href = node.data("address");
  one.dir = "auto";
  return one;
}
function row(node) {
  const item = made("li", "row"), meta = made("p", "meta"), { kind, from, until } = node.data();
  item.dataset.row = "";
  meta.append(made("span", `badge tier-${kind}`, nameOf(kind)));
  if (from) meta.append(made("span", "", until ? `${dayOf(from)} – ${dayOf(until)}` : told(said.since, { day: dayOf(from) })));
  item.append(link(node), meta);
  const edges = node.connectedEdges().filter((edge) => !edge.hasClass("hidden"));
  if (edges.length) {
    const more = made("details"), lines = made("ul");
    more.append(made("summary", "hint", told(said.edges, { count: number(edges.length) })), lines);
    more.addEventListener("toggle", () => { if (more.open && !lines.childElementCount) lines.append(...edges.map((edge) => connection(edge, node))); });
    item.append(more);
  }
  return item;
}
function connection(edge, node) {
  const isOut = edge.source().id() === node.id(), line = made("li");
  line.append(made("span", "hint", `${isOut ? "→" : "←"} ${edge.data("label")} `), link(isOut ? edge.target() : edge.source()));
  return line;
}

// What people do
let waiting = 0;
function soon(work) { clearTimeout(waiting); waiting = setTimeout(work, 60); }
form.addEventListener("input", (event) => { if (map.drawn) soon(event.target.id === "map-find" ? search : apply); });
form.addEventListener("submit", (event) => { event.preventDefault(); changed(); });
form.addEventListener("asof", changed);
form.addEventListener("change", (event) => { if (event.target.matches("[type=checkbox]")) changed(); });
function changed() {
  const kept = new URLSearchParams([...new FormData(form)].filter(([, value]) => value)).toString();
  window.history.replaceState(null, "", window.location.pathname + (kept ? `?${kept}` : ""));
  if (question() === map.asked) { if (map.drawn) apply(); } else load();
}
$("#legend").addEventListener("change", apply);
$("#map-find").addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); if (map.drawn) jump(); } });
$("#map-rows").addEventListener("toggle", list);
$("#map-more").addEventListener("click", () => { map.rows += ROWS; list(); });
$$("[data-zoom]").forEach((button) => button.addEventListener("click", () => {
  const by = Number(button.dataset.zoom);
  if (!by) fit(); else map.drawn.zoom({ level: map.drawn.zoom() * by, renderedPosition: { x: place.clientWidth / 2, y: place.clientHeight / 2 } });
}));
window.addEventListener("resize", () => { if (map.drawn) soon(() => { map.drawn.resize(); fit(); }); });
load();
