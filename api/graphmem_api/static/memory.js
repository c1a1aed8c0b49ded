// What the page at /memory does beside its links and forms, which htmx loads parts by: logging in with the key behind
// the #, keyboard, preview, sliders over time. Nothing that is stored is put into the page as markup here.
"use strict";

const $ = (selector, from = document) => from.querySelector(selector);
const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];

// The address that `graphmem serve` prints brings this user's key behind the #, which no browser sends anywhere.
function logInByAddress() {
  const brought = /^#key=([\w-]+)$/.exec(window.location.hash);
  if (!brought) return;
  window.history.replaceState(null, "", window.location.pathname + window.location.search);
  const login = $("#login");
  if (login) {
    $("#key").value = brought[1];
    login.submit();
  }
}
window.addEventListener("hashchange", logInByAddress);
logInByAddress();

// Preview
const peek = $("#peek");
let opener = null;
function closePeek() {
  if (!peek || peek.hidden) return false;
  peek.hidden = true;
  if (opener && opener.isConnected) opener.focus();
  return true;
}
document.addEventListener("htmx:after:swap", () => {
  if (peek && peek.hidden && $("#peeked").childElementCount && peek.dataset.wanted) {
    peek.hidden = false;
    $("[data-close]", peek).focus();
  }
  if (peek) delete peek.dataset.wanted;
});

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-peek], [data-close], [data-help], [data-now]");
  if (!target) return;
  if (target.matches("[data-peek]") && peek) {
    if (!peek.contains(target)) opener = target;
    peek.dataset.wanted = "yes";
  } else if (target.matches("[data-close]")) closePeek();
  else if (target.matches("[data-help]")) $("#help").showModal();
  else if (target.matches("[data-now]")) setClock(target.closest("[data-clock]"), null);
}, true);

document.addEventListener("submit", (event) => {
  const question = event.target.dataset.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
});

// Keyboard
let going = 0;
const rows = () => $$("[data-row]").filter((row) => row.offsetParent !== null && !row.matches(".decided"));
function choose(step) {
  const all = rows();
  if (!all.length) return;
  const now = all.findIndex((row) => row.contains(document.activeElement) || row === document.activeElement);
  const next = all[Math.min(Math.max(now + step, 0), all.length - 1)];
  $$(".chosen").forEach((row) => row.classList.remove("chosen"));
  next.classList.add("chosen");
  const focused = next.matches("[tabindex]") ? next : $("summary, a, button", next);
  (focused || next).focus();
  next.scrollIntoView({ block: "nearest" });
}
function decide(key) {
  const all = rows().filter((row) => row.matches("[data-review]"));
  const row = all.find((one) => one.contains(document.activeElement)) || all.find((one) => one.matches(".chosen")) || all[0];
  const button = row && $(`[data-key="${key}"]`, row);
  if (!button) return false;
  const following = all[all.indexOf(row) + 1];
  button.click();
  if (following) following.focus();
  return true;
}
const KEYS = {
  "/": () => { const ask = $("#q") || $("#ask"); ask.focus(); ask.select(); },
  "?": () => $("#help").showModal(),
  j: () => choose(1),
  k: () => choose(-1),
  a: () => decide("a"),
  x: () => decide("x"),
  e: () => { const edit = $("#edit"); if (edit) { edit.open = true; $("textarea", edit).focus(); } },
  g: () => { going = Date.now(); },
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !$("#help")) return;
  const typing = event.target.matches("input:not([type=checkbox], [type=range]), textarea, select");
  if (event.key === "Escape") {
    if (typing) event.target.blur();
    closePeek();
    return;
  }
  if (typing || $("#help").open) return;
  if (Date.now() - going < 1500) {
    going = 0;
    const link = $(`[data-go="${CSS.escape(event.key)}"]`);
    if (link) { event.preventDefault(); link.click(); return; }
  }
  if (event.key === "Enter" && event.target.matches("[data-review]")) { $("a", event.target).click(); return; }
  if (KEYS[event.key]) { event.preventDefault(); KEYS[event.key](); }
});

// Sliders over both clocks: 0 is the beginning, 1000 the present, which is an empty field.
const spanOf = (clock) => { const from = Date.parse(clock.dataset.from); return [from, Math.max(Date.now(), from + 60000)]; };
function setClock(clock, at) {
  const field = $("input[type=datetime-local]", clock);
  field.value = at === null ? "" : new Date(at).toISOString().slice(0, 16);
  placeSlider(clock);
  field.dispatchEvent(new Event("asof", { bubbles: true }));
}
function placeSlider(clock) {
  const [from, to] = spanOf(clock);
  const value = $("input[type=datetime-local]", clock).value;
  const at = value ? Date.parse(`${value}Z`) : to;
  const slider = $("input[type=range]", clock);
  slider.value = Math.round(1000 * (at - from) / (to - from));
  slider.setAttribute("aria-valuetext", value ? value.replace("T", " ") : $("[data-now]", clock).textContent);
}
$$("[data-clock]").forEach(placeSlider);
document.addEventListener("input", (event) => {
  const clock = event.target.closest("[data-clock]");
  if (!clock || event.target.type !== "range") return;
  const [from, to] = spanOf(clock);
  const share = Number(event.target.value) / 1000;
  $("input[type=datetime-local]", clock).value = share === 1 ? "" : new Date(from + share * (to - from)).toISOString().slice(0, 16);
});
document.addEventListener("change", (event) => {
  const clocks = event.target.closest(".clocks");
  if (!clocks && !event.target.matches(".query select")) return;
  if (clocks) $$("[data-clock]", clocks).forEach(placeSlider);
  event.target.dispatchEvent(new Event("asof", { bubbles: true }));
});
