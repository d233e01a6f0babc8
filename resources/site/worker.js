// Runs the program's model in Pyodide, and answers the questions of the page one after the other.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const files = fetch("model.zip").then((found) => found.arrayBuffer());
const python = await loadPyodide({ env: { HOME: "/home", PYTHONHASHSEED: "1" } });
python.unpackArchive(await files, "zip");
postMessage({ progress: "model" });
const page = python.pyimport("minesweeper_qt.page.prove");
onmessage = ({ data }) => {
  const { name, bytes } = data;
  postMessage(JSON.parse(bytes ? page.text_of_file(name, python.toPy(bytes)) : page.answer(JSON.stringify(data))));
};
postMessage({ progress: "ready" });
