// Puts the code of what the page loads first in place of its source, compiled by the page's own Python: node ... FOLDER
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = path.resolve(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide", "pyodide.mjs")));
const python = await loadPyodide({ env: { HOME: "/home" } });
python.FS.mkdir("/page");
python.mountNodeFS("/page", folder);
python.unpackArchive(new Uint8Array(fs.readFileSync(path.join(folder, "model.zip"))), "zip");
python.runPython(`
import sys
from pathlib import Path
from py_compile import PycInvalidationMode, compile
from zipfile import ZipFile
import minesweeper_qt.page.prove

loaded = {str(getattr(module.__spec__, "origin", "")) for module in [*sys.modules.values()]}
source, code = Path("source.py"), Path("code.pyc")
# Without the docstrings of Python's library, which are long.
for name, place, optimize in (("pyodide/python_stdlib.zip", "/lib/python313.zip/", 2), ("model.zip", "/home/", 0)):
    with ZipFile(f"/page/{name}") as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    with ZipFile(f"/page/{name}", "w") as archive:
        for file, data in files.items():
            if f"{place}{file}" in loaded:
                source.write_bytes(data)
                compile(source, code, place + file, True, optimize, PycInvalidationMode.UNCHECKED_HASH)
                file, data = f"{file}c", code.read_bytes()
            archive.writestr(file, data)
`);
process.exit(0);
