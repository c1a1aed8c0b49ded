// Labels over a graph that never overlap: each is put beside its node where nothing else lies, the weightiest first, and is
// left out where there is no room. Zooming in makes room; pointing at a node puts its label first. They are elements of the
// page above the picture, so that they keep their size and their colours, and stored text stays text.
"use strict";

const GAP = 3; // pixels between a label and whatever else there is
const FEW = 400; // of so many nodes in sight none is covered by a label, save by those of the weightiest
const WEIGHTIEST = 8;
const TRIED = 800; // elements in sight, the weightiest, for which room is looked for
const MANY = 1500; // of so many elements those apart from what is pointed at are not dimmed: it takes too long

const apart = (a, b) => a.right + GAP <= b.left || b.right + GAP <= a.left || a.bottom + GAP <= b.top || b.bottom + GAP <= a.top;
const boxAt = (left, top, size) => ({ left, top, right: left + size.width, bottom: top + size.height });

// Below, above, right, left of a node.
function placesAround({ x, y, r }, { width, height }) {
  return [[x - width / 2, y + r + GAP], [x - width / 2, y - r - GAP - height], [x + r + GAP, y - height / 2], [x - r - GAP - width, y - height / 2]];
}

function labelsOver(drawn, place, { most = 140, edges = false, avoid = null } = {}) {
  const layer = document.createElement("div");
  layer.className = "labels";
  layer.setAttribute("aria-hidden", "true"); // the list or table beside the picture says it all
  place.append(layer);
  const made = new Map();
  let ranked = [], first = [], on = new Set();

  function labelOf(one, whole) {
    const key = one.id() + (whole ? " whole" : "");
    if (!made.has(key)) {
      const span = document.createElement("span");
      span.className = `label ${one.isEdge() ? "of-edge" : ""} ${whole ? "whole" : ""} ${one.data("kind") === "entity" ? "of-entity" : ""}`;
      span.textContent = (whole && one.data("text")) || one.data("label");
      span.dir = "auto";
      made.set(key, { span, size: null });
    }
    return made.get(key);
  }
  function measure(labels) { // all that are new at once: the page is laid out once
    const fresh = labels.filter((label) => !label.size);
    fresh.forEach((label) => layer.append(label.span));
    fresh.forEach((label) => {
      const { width, height } = label.span.getBoundingClientRect();
      label.size = { width: Math.ceil(width), height: Math.ceil(height) };
    });
    fresh.forEach((label) => { if (!on.has(label)) label.span.remove(); });
  }
  function spots() { // where the nodes in sight lie on the screen
    const zoom = drawn.zoom(), pan = drawn.pan(), found = new Map();
    for (const node of drawn.nodes()) {
      if (node.hasClass("hidden")) continue;
      const at = node.position(), spot = { x: at.x * zoom + pan.x, y: at.y * zoom + pan.y, r: (node.data("size") / 2) * zoom };
      if (spot.x > -spot.r && spot.y > -spot.r && spot.x < place.clientWidth + spot.r && spot.y < place.clientHeight + spot.r) found.set(node.id(), spot);
    }
    return found;
  }
  function choices(one, seen, size) {
    if (one.isNode()) return seen.has(one.id()) ? placesAround(seen.get(one.id()), size) : [];
    if (one.hasClass("hidden")) return [];
    const at = one.renderedMidpoint();
    return !at ? [] : [[at.x - size.width / 2, at.y - size.height / 2]];
  }
  function room(one, label, seen, taken) { // the first place around it where nothing lies
    for (const [left, top] of choices(one, seen, label.size)) {
      const box = boxAt(left, top, label.size);
      const isInside = left >= 0 && top >= 0 && box.right <= place.clientWidth && box.bottom <= place.clientHeight;
      if (isInside && taken.every((boxes) => boxes.every((other) => apart(box, other)))) return box;
    }
    return null;
  }
  function update() {
    const seen = spots(), labels = controls(), next = new Set();
    const dots = seen.size > FEW ? [] : [...seen.values()].map(({ x, y, r }) => boxAt(x - r, y - r, { width: 2 * r, height: 2 * r }));
    const ahead = new Set(first), wanted = [...first, ...ranked.filter((one) => !ahead.has(one))].filter((one) => one.isEdge() || seen.has(one.id()));
    wanted.slice(0, TRIED).every((one, at) => {
      const label = labelOf(one, one === first[0]);
      if (!label.size) measure([label]);
      const box = room(one, label, seen, [labels, dots]) || (at < WEIGHTIEST ? room(one, label, seen, [labels]) : null);
      if (box) {
        labels.push(box);
        label.span.style.transform = `translate(${Math.round(box.left)}px, ${Math.round(box.top)}px)`;
        next.add(label);
      }
      return next.size < most;
    });
    for (const label of on) if (!next.has(label)) label.span.remove();
    for (const label of next) if (!on.has(label)) layer.append(label.span);
    on = next;
  }
  function controls() { // buttons over the picture
    if (!avoid) return [];
    const box = avoid.getBoundingClientRect(), from = place.getBoundingClientRect();
    return [boxAt(box.left - from.left, box.top - from.top, box)];
  }
  function rank() {
    const nodes = drawn.nodes().toArray().sort((a, b) => b.data("rank") - a.data("rank"));
    ranked = edges ? [...nodes, ...drawn.edges().toArray()] : nodes;
    measure(ranked.map((one) => labelOf(one, false)));
  }
  function point(node) { // its label and those of its neighbours come first
    first = node ? [node, ...node.neighborhood().toArray().filter((one) => one.isNode() || one.data("label"))] : [];
    drawn.batch(() => {
      drawn.elements(".near, .far").removeClass("near far");
      if (!node) return;
      const near = node.closedNeighborhood().addClass("near");
      if (drawn.elements().length < MANY) drawn.elements().not(near).addClass("far");
    });
    update();
  }
  rank();
  drawn.on("render", update);
  drawn.on("mouseover", "node", (event) => { place.style.cursor = "pointer"; point(event.target); });
  drawn.on("mouseout", "node", () => { place.style.cursor = ""; point(null); });
  return { update, point };
}
