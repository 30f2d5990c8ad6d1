/** What the pages say: English, Simplified Chinese. The fields of the configuration are in `panel/chinese.js`. */
const TEXTS = {
  tank: ["Aquarium with swimming fish", "有鱼游动的水族箱"],
  controls: ["Tank controls", "水族箱控制"],
  hint: ["Tap to feed · stroke fast to scare · press long to call", "轻点喂食 · 快速划过惊吓 · 长按召唤"],
  pause: ["Pause", "暂停"],
  play: ["Play", "播放"],
  picture: ["Save a picture", "保存截图"],
  share: ["Share this tank", "分享此水族箱"],
  fullscreen: ["Full screen", "全屏"],
  settings: ["Settings", "设置"],
  close: ["Close", "关闭"],
  ok: ["OK", "好"],
  preset: ["Preset", "预设"],
  theme: ["Theme", "主题"],
  themeOf: ["Theme of", "主题取自"],
  seed: ["Seed", "随机种子"],
  deal: ["Deal anew", "重新开始"],
  reseed: ["New seed", "换一个种子"],
  reset: ["Reset all settings", "恢复所有设置"],
  view: ["View", "显示"],
  language: ["Language", "语言"],
  stats: ["Statistics", "统计"],
  overlays: ["Overlays", "叠加层"],
  grid: ["grid", "网格"],
  headings: ["headings", "朝向"],
  forces: ["forces", "受力"],
  states: ["states", "状态"],
  neighbours: ["neighbours", "邻居"],
  keep: ["Share and save", "分享与保存"],
  clip: ["Record a clip", "录制短片"],
  clipStop: ["Stop and save the clip", "停止并保存短片"],
  recording: ["Save what was done", "保存操作记录"],
  replay: ["Replay a file…", "重放文件…"],
  configuration: ["Save the configuration", "保存配置"],
  copied: ["The link is copied.", "链接已复制。"],
  linkIs: ["The link of this tank:", "此水族箱的链接："],
  noClip: ["This browser cannot record clips.", "此浏览器无法录制短片。"],
  savedProblem: ["The saved settings were not usable; the defaults are back.", "已保存的设置无法使用，已恢复默认值。"],
  update: ["A new version is ready.", "新版本已就绪。"],
  reload: ["Reload", "重新加载"],
  auto: ["auto", "自动"],
  from: ["from", "从"],
  to: ["to", "到"],
  addSpecies: ["Add a species like this", "添加同类鱼种"],
  removeSpecies: ["Remove this species", "移除此鱼种"],
  world: ["World", "世界"],
  boids: ["Boids", "群体规则"],
  behaviour: ["Behaviour", "行为"],
  species: ["Species", "鱼种"],
  quality: ["Quality", "画质"],
  helpStart: ["Point at a field, or focus it, to read what it means.", "将指针移到某个字段或聚焦它，即可查看含义。"],
  pages: ["More pages", "更多页面"],
  home: ["Aquarium", "水族箱"],
  gallery: ["Gallery", "画廊"],
  article: ["In an article", "文章中的水族箱"],
  performance: ["Performance", "性能"],
  galleryIntro: ["One tank for each preset. Only those on screen swim.", "每个预设一个水族箱，只有屏幕上可见的才会游动。"],
  openPreset: ["Open", "打开"],
  performanceIntro: [
    "What each thread does, measured by the thread that does it, over the last five seconds.",
    "每个线程的工作情况，由执行线程自行测量，统计最近五秒。",
  ],
  tier: ["Tier", "运行层级"],
  threads: ["Threads", "线程数"],
  fish: ["Fish", "鱼的数量"],
  renderer: ["Renderer", "渲染器"],
  flatOut: ["Flat out", "全速运行"],
  flatOutAbout: ["Stops drawing and runs the simulation as fast as it goes.", "停止绘制，以最快速度运行模拟。"],
  profile: ["User Timing", "User Timing 测量"],
  profileAbout: [
    "Writes named measures of both threads into the browser's profiler. The page reloads.",
    "将两个线程的命名测量写入浏览器性能分析器。页面会重新加载。",
  ],
  measure: ["Measure", "项目"],
  value: ["Value", "数值"],
  thread: ["Thread", "线程"],
  worker: ["worker", "工作线程"],
  main: ["main thread", "主线程"],
  frameRate: ["Frames per second", "每秒帧数"],
  lowest: ["Slowest 1 % of frames", "最慢的 1% 帧"],
  stepTime: ["Step (mean · p95 · max)", "模拟步（均值 · p95 · 最大）"],
  drawTime: ["Frame (mean · p95 · max)", "帧（均值 · p95 · 最大）"],
  latency: ["Input latency (mean · p95 · max)", "输入延迟（均值 · p95 · 最大）"],
  skipped: ["Steps skipped", "跳过的步数"],
  dropped: ["Inputs dropped", "丢弃的输入"],
  memory: ["Shared and renderer memory", "共享与渲染内存"],
  isolated: ["Cross-origin isolated", "跨源隔离"],
  yes: ["yes", "是"],
  no: ["no", "否"],
  steps: ["Steps per second", "每秒步数"],
  perFish: ["Time per fish and step", "每条鱼每步耗时"],
  realTime: ["Times real time", "实时倍数"],
  measuring: ["measuring…", "测量中…"],
};

/** @typedef {keyof typeof TEXTS} TextKey */
/** @typedef {"en" | "zh"} Language */

/** The languages by their own names. @type {Record<string, Language>} */
export const LANGUAGES = { English: "en", 简体中文: "zh" };

/** @type {Language} */
let current = navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";

export function language() {
  return current;
}

/**
 * Speaks another language from now on, also in what the page says already.
 * @param {unknown} wanted anything else than a language is left alone
 */
export function setLanguage(wanted) {
  const known = Object.values(LANGUAGES).find((language) => language === wanted);
  if (known) current = known;
  translatePage();
}

/** @param {TextKey} key */
export function text(key) {
  return TEXTS[key][current === "zh" ? 1 : 0];
}

/**
 * @param {string} key
 * @returns {string} the text, or the key itself if it is the name of something that is not translated
 */
export function textOr(key) {
  return key in TEXTS ? text(/** @type {TextKey} */ (key)) : key;
}

/** Puts the texts where the page has `data-text`, and labels where it has `data-label`. */
export function translatePage() {
  document.documentElement.lang = current === "zh" ? "zh-Hans" : "en";
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = textOr(element.getAttribute("data-text") ?? "");
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    const label = textOr(element.getAttribute("data-label") ?? "");
    element.setAttribute("aria-label", label);
    element.setAttribute("title", label);
  }
}
