// Only checked: what the package's declarations promise to somebody who writes in TypeScript.
import { AquariumError, createAquarium, define, readParams } from "mirofish";
import type { Config, ConfigPatch, MiroFishElement, Options, Snapshot } from "mirofish";
import "mirofish/define";

define("my-tank");
const patch: ConfigPatch = { boids: { wCoh: 1.2, wAli: null }, species: [{ id: "koi", bodyLen: [40, 60] }] };
const options: Partial<Options> = { preset: "koi-pond", fish: 60, maxDpr: 1.5, baseUrl: "/assets/" };
const aquarium = await createAquarium(document.body, options);
aquarium.addEventListener("downgrade", ({ detail }) => console.log(detail.tier, detail.remedy));
aquarium.addEventListener("error", ({ detail }) => console.log(detail instanceof AquariumError, detail.code));
const config: Config = await aquarium.setConfig(patch);
const snapshot: Snapshot = aquarium.snapshot();
console.log(config.species[0].bodyLen[1], snapshot.x[0], readParams(location.search).problems.length);

const tank: MiroFishElement | null = document.querySelector("miro-fish");
if (tank) {
  tank.fish = 40;
  tank.config = { world: { boundary: "wrap" } };
  const { fps }: { fps: number } = tank.stats();
  console.log(fps, (await tank.ready).paused, tank.overlays);
}

// @ts-expect-error no such preset
tank?.loadPreset("goldfish");
// @ts-expect-error no such field
await aquarium.setConfig({ boids: { wCohesion: 1 } });
// @ts-expect-error no such value
aquarium.setConfig({ world: { boundary: "open" } });
