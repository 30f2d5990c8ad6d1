/**
 * Hands a file to the visitor.
 * @param {Blob} blob
 * @param {string} name
 */
export function saveFile(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has taken hold of it once the click was handled.
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/**
 * Asks the visitor for a file.
 * @param {string} accept
 * @returns {Promise<File>} never resolves if none is chosen
 */
export function askForFile(accept) {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = accept;
  return new Promise((resolve) => {
    input.addEventListener("change", () => input.files?.[0] && resolve(input.files[0]));
    input.click();
  });
}
