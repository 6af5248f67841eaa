import { loadPyodide } from "./pyodide/pyodide.mjs";

async function start() {
  const python = await loadPyodide({ indexURL: new URL("./pyodide/", self.location).href });
  const wheels = await (await fetch("wheels.json")).json();
  for (const wheel of wheels) {
    const response = await fetch(`wheels/${wheel}`);
    if (!response.ok) throw new Error(`${wheel}: ${response.status}`);
    python.unpackArchive(await response.arrayBuffer(), "wheel");
  }
  python.runPython(await (await fetch("bench.py")).text());
  const bench = python.globals.get("bench");
  postMessage(JSON.parse(python.globals.get("about")()));
  onmessage = ({ data }) => postMessage(JSON.parse(bench(JSON.stringify(data))));
}

start().catch((error) => postMessage({ failed: String(error) }));
