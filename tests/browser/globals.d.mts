// What `prepare` in story.mjs leaves in the page's globals.
declare global {
  var tank: any;
  var most: { seek: number; flee: number; food: number };
  var eaten: number;
  function near(x: number, y: number, reach: number): number;
  function crowd(): { x: number; y: number; count: number };
  function aside(): { x: number; y: number; count: number };
  function watch(): void;
}
export {};
