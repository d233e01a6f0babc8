// Runs the program's model in Pyodide, and answers the questions of the page one after the other.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const plain = async (file) => new Response((await file).body.pipeThrough(new DecompressionStream("gzip"))).blob();
const [model, library] = ["model.bin", "pyodide/python_stdlib.bin"].map((name) => plain(fetch(name)));
const stdLibURL = URL.createObjectURL(await library);
const python = await loadPyodide({ env: { HOME: "/home", PYTHONHASHSEED: "1" }, stdLibURL });
python.unpackArchive(await (await model).arrayBuffer(), "zip");
postMessage({ progress: "Loading the program …" });
const room = (name) => python.pyimport(`minesweeper_qt.page.${name}`);
const prove = room("prove");
const sign = (progress) => postMessage({ progress, isSign: true });
const answers = {
  check: ({ name, bytes }) => room("check").check(name, python.toPy(bytes), sign),
  file: ({ name, bytes }) => prove.text_of_file(name, python.toPy(bytes)),
  ask: (question) => prove.answer(JSON.stringify(question)),
};
onmessage = ({ data }) => postMessage(JSON.parse(answers[data.kind](data)));
postMessage({ ready: true });
