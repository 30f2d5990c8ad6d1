// A session as a file: Ctrl+S saves what was done to the tank, a file that is dropped on the page does it again.

/**
 * @param {import("../public/element.js").MiroFishElement} tank
 * @param {(message: string) => void} say
 */
export function exchangeRecordings(tank, say) {
  addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save(tank).catch((error) => say(messageOf(error)));
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    file
      .text()
      .then((json) => tank.replay(json))
      .catch((error) => say(`${file.name}: ${messageOf(error)}`));
  });
}

/** @param {import("../public/element.js").MiroFishElement} tank */
async function save(tank) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([await tank.recording()], { type: "application/json" }));
  link.download = "mirofish-recording.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

/** @param {{ message: string, cause?: string }} error */
function messageOf({ message, cause }) {
  return cause ? `${message} ${cause}` : message;
}
