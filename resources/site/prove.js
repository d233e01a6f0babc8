// Sends what is asked to the worker, and shows what Python answers. The words are Python's.
const part = (name) => document.getElementById(name);
const [text, status, board, body] = ["text", "status", "board", "body"].map(part);
let patience = 20; // seconds without a sign of life after which a check is ended
let asked = {}; // the question that is shown
let next = null; // the one that waits for the worker
let isFree = false;
let shown = {};
let place = [0, 0]; // the cell that has or had the focus
let ended = () => {}; // ends a check

function say(words, kind = "") {
  if (kind !== "busy" || status.textContent !== words) status.textContent = words; // which is read aloud
  status.className = kind;
}
function start(receive) {
  const worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => (data.progress === undefined ? receive(data) : say(data.progress, "busy"));
  worker.onerror = ({ message }) => (ended(), say(message || "The page must come from a web server.", "wrong"));
  return worker;
}
const worker = start((data) => {
  isFree = true;
  data.ready ? say("") : show(data);
  send();
});
worker.addEventListener("error", () => (isFree = true));
function send(question = next) {
  next = question;
  if (!isFree || !next) return;
  isFree = false;
  if (next.kind === "ask" && !next.file) asked = next;
  worker.postMessage(next);
  next = null;
}
const ask = (question) => send({ kind: "ask", ...question });

function show(data) {
  if (data.file) return save(data.file);
  if (data.text !== undefined && !data.board) return ask({ text: data.text }); // of a file
  if (data.board) showBoard(data);
  if (data.error || data.body !== shown.body) body.innerHTML = data.body || "";
  if (data.title !== shown.title || asked.line === undefined) part("title").textContent = data.title || "";
  [part("actions").hidden, part("link").hidden] = [Boolean(data.error), Boolean(data.page)];
  for (const [number, each] of steps().entries()) {
    each.toggleAttribute("aria-current", number === asked.line);
    const text = each.firstChild; // or what is folded, which has a button
    if (text.data) each.insertBefore(document.createElement("button"), text).append(text);
  }
  say(data.error || data.spoken || "", data.error && "wrong");
  shown = data;
}
function showBoard(data) {
  const { mark, cell, line } = asked;
  if (mark || !text.value) text.value = data.text;
  if (mark || data.error) asked = { kind: "ask", text: data.text };
  const address = `#${new URLSearchParams(JSON.parse(JSON.stringify({ ...asked, kind: undefined })))}`;
  if (location.hash !== address) history[line === undefined ? "pushState" : "replaceState"](0, "", address);
  const hadFocus = board.contains(document.activeElement);
  draw(data.board);
  if (!cells()[place[0]]?.[place[1]]) place = [0, 0];
  go(cell || place, hadFocus);
}

function draw(picture) {
  const made = Object.assign(document.createElement("template"), { innerHTML: picture }).content;
  const [now, svg, fresh] = [made.firstElementChild, board.firstElementChild, cells(made).flat()];
  for (const each of fresh) (each.setAttribute("role", "button"), (each.tabIndex = -1));
  if (svg?.getAttribute("viewBox") !== now.getAttribute("viewBox")) return board.replaceChildren(now);
  // What is alike stays: a browser takes long to draw cells anew.
  const isNew = (each) => ![...svg.querySelectorAll(each.localName)].some((old) => old.isEqualNode(each));
  svg.querySelector("defs").append(...[...now.querySelectorAll("style, defs > g")].filter(isNew));
  cells()[place[0]][place[1]].tabIndex = -1;
  for (const [number, old] of cells().flat().entries()) old.isEqualNode(fresh[number]) || old.replaceWith(fresh[number]);
}
const cells = (part = board) => [...part.querySelectorAll("svg > g:last-of-type > g")].map((row) => [...row.children]);
const steps = () => [...body.querySelectorAll(".steps > li, .steps > ul > li")];

function go([i, j], isFocused) {
  const groups = cells();
  if (!groups[i]?.[j]) return;
  groups[place[0]][place[1]].tabIndex = -1;
  place = [i, j];
  groups[i][j].tabIndex = 0;
  if (isFocused) groups[i][j].focus();
}
const use = (mark) => ask({ text: asked.text, cell: place, ...(mark && { mark }) });
board.onclick = ({ target }) => {
  const group = target.closest("[role=button]");
  const row = cells().findIndex((each) => each.includes(group));
  if (row < 0) return;
  go([row, cells()[row].indexOf(group)], true);
  use(part("mark").value);
};
board.onkeydown = (event) => {
  const [[i, j], mark] = [place, event.key.toUpperCase()];
  const moves = { ArrowUp: [i - 1, j], ArrowDown: [i + 1, j], ArrowLeft: [i, j - 1], ArrowRight: [i, j + 1] };
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (moves[event.key]) go(moves[event.key], true);
  else if (event.key === "Enter" || event.key === " ") use(part("mark").value);
  else if (/^[0-8HFM]$/.test(mark)) use(mark);
  else return;
  event.preventDefault();
};
body.onclick = ({ target }) => {
  const line = steps().findIndex((each) => each.contains(target));
  if (line >= 0 && line !== asked.line) ask({ ...asked, line });
};

async function read(file) {
  const given = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  if (file.name.endsWith(".py")) return check(given);
  text.value = "";
  send({ kind: "file", ...given });
}
function check(given) {
  ended();
  let lastSign = Infinity; // Python may take long to load
  const checker = start((data) => {
    if (data.ready) return checker.postMessage({ kind: "check", ...given });
    ended();
    board.innerHTML = "";
    show(data);
  });
  checker.addEventListener("message", ({ data }) => data.isSign && (lastSign = Date.now()));
  const timer = setInterval(() => {
    if (Date.now() - lastSign < 1000 * patience) return;
    ended();
    say(part("lost").textContent, "wrong");
  }, 200);
  ended = () => (clearInterval(timer), checker.terminate());
}

const copy = (words) => navigator.clipboard.writeText(words).then(() => say("Copied."), (wrong) => say(wrong, "wrong"));
part("link").onclick = () => copy(location.href);
part("copy").onclick = () => copy(shown.copy);
part("save").onclick = () => (shown.page ? save(shown.page) : ask({ ...asked, file: true }));
function save(page) {
  const href = URL.createObjectURL(new Blob([page], { type: "text/html" }));
  Object.assign(document.createElement("a"), { href, download: "minesweeper.html" }).click();
}
part("form").onsubmit = (event) => (event.preventDefault(), ask({ text: text.value }));
part("file").onchange = ({ target }) => target.files[0] && read(target.files[0]);
ondragover = (event) => event.preventDefault();
ondrop = (event) => event.dataTransfer.files[0] && (event.preventDefault(), read(event.dataTransfer.files[0]));
(onhashchange = () => {
  const address = new URLSearchParams(location.hash.slice(1));
  const given = (name) => address.get(name)?.split(",").map(Number);
  text.value = address.get("text") ?? text.defaultValue;
  ask({ text: text.value, cell: given("cell"), line: given("line")?.[0] });
})();
