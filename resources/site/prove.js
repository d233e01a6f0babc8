// Sends what is asked to the worker, and shows what Python answers. The words are Python's.
"use strict";
const part = (name) => document.getElementById(name);
const [text, status, board, body] = ["text", "status", "board", "body"].map(part);
let asked = {}; // the question that is shown
let next = null; // the one that waits for the worker
let isFree = false;
let shown = {};
let place = [0, 0]; // the cell that has or had the focus

const worker = new Worker("worker.js", { type: "module" });
worker.onmessage = ({ data }) => {
  if (data.progress === "model") return say("Loading the program …");
  isFree = true;
  if (data.progress) {
    part("progress").hidden = true;
    say("");
  } else show(data);
  send();
};
worker.onerror = (wrong) => {
  part("progress").hidden = true;
  say(`This page can't run Python here: ${wrong.message || "it must come from a web server"}`, true);
};

function say(words, isWrong = false) {
  status.textContent = words;
  status.classList.toggle("wrong", isWrong);
}

function ask(question) {
  next = question;
  send();
}

function send() {
  if (!isFree || !next) return;
  isFree = false;
  if (!next.file && !next.bytes) asked = next;
  worker.postMessage(next);
  next = null;
}

function show(data) {
  if (data.file) return save(data.file);
  if (data.text !== undefined && data.board === undefined) return ask({ text: data.text }); // of a file
  const { cell, line, mark } = asked;
  if (!data.error || data.board) {
    if (mark || !text.value) text.value = data.text;
    asked = mark || data.error ? { text: data.text } : asked;
    const address = new URLSearchParams({ text: asked.text });
    for (const name of ["cell", "line"]) if (asked[name] !== undefined) address.set(name, asked[name]);
    if (location.hash !== `#${address}`) history[line === undefined ? "pushState" : "replaceState"](null, "", `#${address}`);
    const hadFocus = board.contains(document.activeElement);
    board.innerHTML = data.board;
    const groups = cells();
    if (!groups[place[0]]?.[place[1]]) place = [0, 0];
    for (const each of groups.flat()) {
      each.setAttribute("role", "button");
      each.tabIndex = -1;
    }
    go(cell || place, hadFocus);
  }
  if (data.error || data.body !== shown.body) body.innerHTML = data.body || "";
  part("title").textContent = data.title || "";
  part("actions").hidden = Boolean(data.error);
  steps().forEach((each, number) => {
    each.tabIndex = 0;
    each.toggleAttribute("aria-current", number === line);
  });
  say(data.error || data.spoken, Boolean(data.error));
  shown = data;
}

const cells = () => [...board.querySelectorAll("svg > g:last-of-type > g")].map((row) => [...row.children]);
const steps = () => [...body.querySelectorAll(".steps > li, .steps > ul > li")];

function go(cell, isFocused) {
  const groups = cells();
  const found = groups[cell[0]]?.[cell[1]];
  if (!found) return;
  groups[place[0]][place[1]].tabIndex = -1;
  place = cell;
  found.tabIndex = 0;
  if (isFocused) found.focus();
}

function use(cell, mark = part("mark").value) {
  const { text } = asked;
  ask(mark ? { text, cell, mark } : { text, cell });
}

board.onclick = ({ target }) => {
  cells().forEach((row, i) => row.forEach((group, j) => {
    if (!group.contains(target)) return;
    go([i, j], true);
    use(place);
  }));
};
board.onkeydown = (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const [i, j] = place;
  const moves = { ArrowUp: [i - 1, j], ArrowDown: [i + 1, j], ArrowLeft: [i, j - 1], ArrowRight: [i, j + 1] };
  const mark = event.key.toUpperCase();
  if (moves[event.key]) go(moves[event.key], true);
  else if (event.key === "Enter" || event.key === " ") use(place);
  else if (/^[0-8HFM]$/.test(mark)) use(place, mark);
  else return;
  event.preventDefault();
};

function step(event) {
  const line = steps().findIndex((each) => each.contains(event.target));
  if (line >= 0) ask({ ...asked, line });
}
body.onclick = step;
body.onkeydown = (event) => {
  if (steps().includes(event.target) && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    step(event);
  }
};

part("form").onsubmit = (event) => {
  event.preventDefault();
  ask({ text: text.value });
};
async function open(file) {
  if (!file) return;
  text.value = "";
  ask({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
}
part("file").onchange = ({ target }) => open(target.files[0]);
ondragover = (event) => event.preventDefault();
ondrop = (event) => {
  event.preventDefault();
  const given = event.dataTransfer.getData("text");
  if (event.dataTransfer.files[0]) open(event.dataTransfer.files[0]);
  else if (given) ask({ text: (text.value = given) });
};

const copy = (words) => navigator.clipboard.writeText(words).then(() => say("Copied."), (wrong) => say(wrong.message, true));
part("link").onclick = () => copy(location.href);
part("copy").onclick = () => copy(shown.copy);
part("save").onclick = () => ask({ ...asked, file: true });
function save(page) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([page], { type: "text/html" }));
  link.download = "proof.html";
  link.click();
  URL.revokeObjectURL(link.href);
}

onhashchange = () => {
  const address = new URLSearchParams(location.hash.slice(1));
  const given = (name) => (address.get(name) === null ? undefined : address.get(name).split(",").map(Number));
  if (address.has("text")) text.value = address.get("text");
  ask({ text: text.value, cell: given("cell"), line: given("line")?.[0] });
};
onhashchange();
