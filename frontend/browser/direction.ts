const arrows: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** 1 if lines run from left to right, else -1: times this, a horizontal distance counts along the line. */
export function forward(): number {
  return document.documentElement.dir === 'rtl' ? -1 : 1;
}

/** The step along a line that an arrow key takes: 1 to the next item, -1 to the previous one, 0 for any other key. */
export function arrowStep(key: string): number {
  return (arrows[key] ?? 0) * forward();
}
