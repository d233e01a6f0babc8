// Answers questions by Python in Pyodide under Node: the folder of the page, a file of questions, one for answers.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [folder, asked, answered] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide", "pyodide.mjs")));
const unpacked = (name) => gunzipSync(fs.readFileSync(path.join(folder, name)));
const stdLibURL = `${answered}.zip`;
fs.writeFileSync(stdLibURL, unpacked("pyodide/python_stdlib.bin"));
const python = await loadPyodide({ env: { HOME: "/home", PYTHONHASHSEED: "1" }, stdLibURL });
python.unpackArchive(new Uint8Array(unpacked("model.bin")), "zip");
const { answer } = python.pyimport("minesweeper_qt.page.prove");
const { check } = python.pyimport("minesweeper_qt.page.check");
const kinds = {
  answer,
  check: (name, source, games) => check(name, python.toPy(new TextEncoder().encode(source)), () => {}, games),
};
const questions = JSON.parse(fs.readFileSync(asked, "utf8"));
fs.writeFileSync(answered, JSON.stringify(questions.map(([kind, ...values]) => kinds[kind](...values))));
process.exit(0);
