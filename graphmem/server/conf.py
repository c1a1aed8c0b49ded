"""neo4j.conf and the JVM's options for a small server on one machine, each with its reason.

Neo4j checks the file strictly: a setting it does not know stops the start, so a release that renames one is noticed.
"""

from __future__ import annotations

import os

from graphmem.config import Settings
from graphmem.server.style import style_command

LOOPBACK = "127.0.0.1"
DATABASE = "neo4j"
USER = "neo4j"
CONTENT_POLICY = (
    "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; "
    "connect-src 'self' data: blob: http://127.0.0.1:* ws://127.0.0.1:* http://localhost:* ws://localhost:*"
)
"""For the Browser page: its own scripts and styles, and Bolt (over WebSocket) and HTTP on localhost."""

MERGED_AT = 10
"""Segments of about one size that Lucene merges into one."""


def neo4j_conf(settings: Settings, *, bolt_port: int, http_port: int) -> str:
    """The text of neo4j.conf."""
    return f"""\
# Written by graphmem at every start; changes made here are lost.
server.config.strict_validation.enabled=true

# Only this machine reaches the server. The advertised addresses are what the Browser and drivers are told to use;
# without them discovery would name the default ports whatever the real ones are.
server.default_listen_address={LOOPBACK}
server.default_advertised_address={LOOPBACK}
server.bolt.enabled=true
server.bolt.listen_address={LOOPBACK}:{bolt_port}
server.bolt.advertised_address={LOOPBACK}:{bolt_port}
server.http.enabled=true
server.http.listen_address={LOOPBACK}:{http_port}
server.http.advertised_address={LOOPBACK}:{http_port}
# No certificate is made for a loopback address, so nothing is served over TLS.
server.https.enabled=false
server.bolt.tls_level=DISABLED
# Stopping waits twice this long after the last connection is closed; the default is five seconds.
internal.dbms.bolt.netty_server_shutdown_quiet_period_duration=0s
# No proxy stands in front: forwarded-for headers could only be forged.
server.http.x_forward.enabled=false

# Other users of this machine reach the port too.
dbms.security.auth_enabled=true
# Nor can they lock us out: three wrong passwords from anybody would refuse the right one for a while. Ours is made of
# 24 random bytes, which nobody guesses.
dbms.security.auth_max_failed_attempts=0
# Pages of other origins read no answer of the HTTP interface; the default lets all of them.
dbms.security.http_access_control_allow_origin=http://{LOOPBACK}:{http_port}
# LOAD CSV must not read this machine's files.
dbms.security.allow_csv_import_from_file_urls=false

# Nothing is reported to anybody, neither by the server nor by the Browser page it serves.
dbms.usage_report.enabled=false
client.allow_telemetry=false
# The Browser page would also load fonts and send error reports elsewhere: this machine is all it may talk to.
dbms.security.http_static_content_security_policy_header={CONTENT_POLICY}
# Instead of guides fetched from elsewhere the Browser opens with our colours and captions. Without them it would write
# on a node whatever property comes first, such as "false".
browser.post_connect_cmd={style_command()}

# Beside the heap (a JVM option), the page cache is the memory Neo4j takes.
server.memory.pagecache.size={settings.neo4j_page_cache.lower()}

# Transaction logs serve recovery and incremental backups; only the first is needed. They hold in plain text what was
# written, also of owners who were erased since, so a checkpoint keeps none but the last file, which is small. None is
# written out in advance: the default takes 256 MB for each database before the first node is stored.
db.tx_log.rotation.retention_policy=keep_none
db.tx_log.rotation.size=4m
db.tx_log.preallocate=false
# Recovery after a kill repeats the transactions since the last checkpoint; the default is 15 minutes.
db.checkpoint.interval.time=3m

# A process that stands still in the middle of a transaction keeps its locks. Writes of ours name a shorter time; this
# is for everything else, and longer than the longest that a whole store needs (filling an index anew).
db.transaction.timeout=30m

# Every commit adds a segment to each Lucene index it touches. Full-text indexes would merge at every second of them, on
# a thread started for it while the commit waits; vector indexes would leave fifty segments of a size, each with a graph
# of its own that a search must walk. Ten, Lucene's own default, suits both.
internal.dbms.index.lucene.merge_factor={MERGED_AT}
internal.dbms.index.vector.standard_merge_factor={MERGED_AT}

# The driver sends lengths of texts and lists beside parameters, and a plan would be made for each order of magnitude of
# each: half of the processor time of a server that is used for an hour went into plans it had made before.
internal.cypher.use_parameter_size=false
"""


FEW_CORES = 2


def collector(cores: int) -> list[str]:
    """The garbage collector: on few cores the serial one, with which `bench recall` is a tenth faster.

    G1's helper threads take time from the queries.
    """
    return ["-XX:+UseSerialGC"] if cores <= FEW_CORES else []


def compiler() -> list[str]:
    """Options that delay Java's optimising compiler until code is really hot.

    A young server spends more on compiling than on answering. Four times the default thresholds (JDK's Tier4 flags)
    take a third off its processor time while a conversation is mined; a busy server's hot code is compiled all the
    same.
    """
    return [
        "-XX:Tier4InvocationThreshold=20000",
        "-XX:Tier4MinInvocationThreshold=2400",
        "-XX:Tier4CompileThreshold=60000",
        "-XX:Tier4BackEdgeThreshold=160000",
    ]


def jvm_options(settings: Settings) -> list[str]:
    """Options for the JVM that Neo4j 2026.09 needs on Java 25."""
    opened = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")
    return [
        f"-Xmx{settings.neo4j_heap.lower()}",
        *collector(os.cpu_count() or 1),
        *compiler(),
        # Python owns the signals: a SIGTERM must end in shutdown(), not in Java's abrupt exit.
        "-Xrs",
        # Without memory for the heap it is better to end, be noticed and be started again than to limp.
        "-XX:+ExitOnOutOfMemoryError",
        # Neo4j reaches into these packages for its page cache and its queues.
        *(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in opened),
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-Dfile.encoding=UTF-8",
    ]
