/**
 * The controls that are smaller than 24 by 24 px (WCAG 2.5.8), with their HTML. No exceptions: neither for links in a
 * sentence nor for controls with space around them. Runs in the page.
 */
export function smallTargets(): string[] {
  const SIZE = 24;
  // Nothing behind a modal dialog can be hit.
  const reachable = [...document.querySelectorAll(':modal')].at(-1) ?? document;
  const controls = reachable.querySelectorAll<HTMLElement>(
    'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [role=option]',
  );

  const isLarge = ({ width, height }: DOMRect) => width >= SIZE && height >= SIZE;

  /** Whether all around the middle of a control it is hit, such as by a pseudo-element that enlarges it. */
  const isHitAround = (control: HTMLElement, areas: HTMLElement[]) => {
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, width, height } = control.getBoundingClientRect();
    const reach = SIZE / 2 - 0.5;
    const offsets = [
      [-reach, 0],
      [reach, 0],
      [0, -reach],
      [0, reach],
    ] as const;
    return offsets.every(([x, y]) => {
      const hit = document.elementFromPoint(left + width / 2 + x, top + height / 2 + y);
      return areas.some((area) => area.contains(hit));
    });
  };

  const scrolled = [window.scrollX, window.scrollY] as const;
  const small = [...controls].filter((control) => {
    const areas = [control, ...((control instanceof HTMLInputElement && control.labels) || [])];
    const boxes = areas.map((area) => area.getBoundingClientRect());
    // Such as the link that skips to the content, which lies above the page until it is focused.
    const isShown = control.checkVisibility({ visibilityProperty: true }) && boxes.some(({ bottom }) => bottom > 0);
    return isShown && !boxes.some(isLarge) && !isHitAround(control, areas);
  });
  window.scrollTo(...scrolled);
  return small.map((control) => {
    const { width, height } = control.getBoundingClientRect();
    return `${Math.round(width)} × ${Math.round(height)}: ${control.outerHTML.slice(0, 200)}`;
  });
}
