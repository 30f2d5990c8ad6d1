// How the served modules become the files of the npm package and of the one-file page: each entry and everything that it
// imports in one file. `xtask/src/package/flatten.rs` sets the variables.
const { MIROFISH_FILES: files, MIROFISH_OUT: out } = process.env;
/** @type {{ from: string, to: string, format: "es" | "iife", apart: string[] }[]} */
const entries = JSON.parse(process.env.MIROFISH_ENTRIES ?? "[]");

export default entries.map(({ from, to, format, apart }) => ({
  input: from,
  platform: "browser",
  plugins: [
    {
      name: "mirofish",
      /** @param {string} source @param {string} [importer] */
      resolveId(source, importer) {
        const name = source.slice(source.lastIndexOf("/") + 1);
        // The one that knows where the files lie.
        if (name === "files.js") return files;
        if (importer && apart.includes(name)) return { id: `./${name}`, external: true };
        return null;
      },
    },
  ],
  transform: {
    target: "es2022",
    // A classic script has no such thing; only wasm-bindgen-rayon's own start-up would ask, which is not used.
    define: format === "iife" ? { "import.meta.url": "location.href" } : {},
  },
  output: { file: `${out}/${to}`, format, minify: true, codeSplitting: false, comments: false },
}));
