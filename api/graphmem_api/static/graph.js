// The graphs of the page: how nodes and edges look, where they lie, and the graph of a memory's relations or of an entity's
// facts. Tables and lists beside them say the same to who cannot see them.
"use strict";

const shade = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
const HUES = { semantic: "green", episodic: "blue", dormant: "grey", working: "amber", entity: "violet", person: "blue", place: "green", org: "violet", project: "amber", tech: "rose" };
const LINES = {
  SUPERSEDES: { hue: "bad", arrow: "triangle" }, CONTRADICTS: { hue: "bad", line: "dashed" }, CAUSES: { hue: "accent", arrow: "triangle" },
  ELABORATES: { hue: "blue", arrow: "triangle" }, SAME_ENTITY: { hue: "amber", line: "dotted" }, RELATED_TO: { hue: "soft", line: "dotted" },
  MENTIONS: { hue: "thread" }, FACT: { hue: "violet", arrow: "triangle" },
};

function looks() {
  const styles = [
    { selector: "node", style: { "background-color": shade("grey"), width: "data(size)", height: "data(size)", "border-width": 0, "overlay-opacity": 0 } },
    { selector: "node.start", style: { "border-width": 3, "border-color": shade("accent") } },
    { selector: "edge", style: { "line-color": shade("line"), "target-arrow-color": shade("line"), "arrow-scale": .8, "curve-style": "bezier", width: 1.4, "overlay-opacity": 0 } },
    { selector: "edge.straight", style: { "curve-style": "straight" } },
  ];
  for (const [kind, hue] of Object.entries(HUES)) {
    styles.push({ selector: `node.${kind}`, style: { "background-color": shade(hue), "border-color": shade(hue) } });
  }
  for (const [kind, { hue, arrow = "none", line = "solid" }] of Object.entries(LINES)) {
    styles.push({ selector: `edge.${kind}`, style: { "line-color": shade(hue), "target-arrow-color": shade(hue), "target-arrow-shape": arrow, "line-style": line } });
  }
  return [
    ...styles,
    { selector: "node.entity", style: { shape: "diamond" } },
    { selector: "node.over", style: { "background-opacity": .08, "border-width": 1.5, "border-style": "dashed" } },
    { selector: "edge.over", style: { "line-style": "dashed", opacity: .6 } },
    { selector: ".hidden", style: { display: "none" } },
    { selector: ".far", style: { opacity: .18 } },
    { selector: "edge.near", style: { width: 2.4, "z-index": 9 } },
    { selector: "node.match", style: { "border-width": 3, "border-style": "solid", "border-color": shade("accent"), opacity: 1 } },
  ];
}

// Forces that hold together what is connected and keep nodes apart, in a field as wide as its place.
function forces(nodes, edges, place, { length, room, push }) {
  const wide = Math.min(2.2, Math.max(.6, place.clientWidth / (place.clientHeight || 1)));
  return d3.forceSimulation(nodes)
    .force("link", d3.forceLink(edges).id((node) => node.id).distance(length))
    .force("push", d3.forceManyBody().strength(-push).distanceMax(length * 12))
    .force("room", d3.forceCollide((node) => node.size / 2 + room))
    .force("x", d3.forceX().strength(.06 / wide))
    .force("y", d3.forceY().strength(.06 * wide))
    .stop();
}

function cytoscapeIn(place, elements, more = {}) {
  const drawn = cytoscape({ container: place, elements, style: looks(), layout: { name: "preset" }, wheelSensitivity: .3, minZoom: .08, maxZoom: 3, ...more });
  drawn.on("tap", "node", (event) => { window.location.assign(event.target.data("address")); });
  const dark = window.matchMedia("(prefers-color-scheme: dark)"), restyle = () => drawn.style(looks());
  dark.addEventListener("change", restyle);
  drawn.on("destroy", () => dark.removeEventListener("change", restyle));
  return drawn;
}

// A small graph around where it starts.
function draw(place, graph) {
  const nodes = graph.nodes.map((node) => ({ ...node, size: node.start ? 26 : 16, ...(node.start ? { fx: 0, fy: 0 } : {}) }));
  const layout = forces(nodes, graph.edges.map(({ source, target }) => ({ source, target })), place, { length: 105, room: 34, push: 260 });
  layout.tick(240);
  const near = new Set(graph.edges.flatMap(({ source, target }) => [source, target]));
  const drawn = cytoscapeIn(place, [
    ...nodes.map((node) => ({ data: { ...graph.nodes[node.index], size: node.size, rank: node.start ? 2 : near.has(node.id) ? 1 : 0 }, position: { x: node.x, y: node.y }, classes: `${node.kind} ${node.start ? "start" : ""} ${node.over ? "over" : ""}` })),
    ...graph.edges.map((edge) => ({ data: edge, classes: `${edge.kind} ${edge.over ? "over" : ""}` })),
  ]);
  drawn.fit(undefined, 44);
  if (drawn.zoom() > 1.4) { drawn.zoom(1.4); drawn.center(); }
  place.graph = { drawn, labels: labelsOver(drawn, place, { edges: true }) };
}
async function drawGraphs() {
  for (const place of $$("[data-graph]")) {
    const address = place.dataset.graph;
    place.removeAttribute("data-graph");
    const answer = await fetch(address, { headers: { accept: "application/json" } });
    if (answer.ok) draw(place, await answer.json());
  }
}
document.addEventListener("DOMContentLoaded", drawGraphs);
document.addEventListener("htmx:after:swap", drawGraphs);
