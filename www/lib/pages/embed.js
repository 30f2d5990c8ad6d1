// A page that is nothing but a tank, with the settings of its address: for frames.
import { makeTank } from "./make-tank.js";
import { say } from "./notice.js";

const { tank, problems } = makeTank(location.search);
if (problems.length) say(problems.map(({ message }) => message).join("\n"));
document.querySelector("main")?.append(tank);
