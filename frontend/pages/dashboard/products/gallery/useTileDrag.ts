import { type CSSProperties, type DragEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** A dragged tile, and the place it would take. Distances are in pixels. */
type Drag = { from: number; to: number; x: number; y: number };
type Point = { x: number; y: number };

/** Pixels that a pointer moves before it drags, so that a click moves nothing. */
const SLACK = 4;

/**
 * Orders the children of a list by dragging. Tiles move by transforms only, until `onDrop` gets the places from and to.
 * A finger drags by an element with `data-handle`, because it scrolls everywhere else; Escape cancels.
 * @param order identifies the order of the tiles; another one cancels the drag
 */
export function useTileDrag(order: string, onDrop: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const start = useRef<(Point & { from: number; slots: Point[] }) | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  const cancel = () => {
    start.current = null;
    setDrag(null);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is what the drag depends on
  useEffect(cancel, [order]);

  useEffect(() => {
    if (drag === null) return;
    const cancelByEscape = (event: KeyboardEvent) => event.key === 'Escape' && cancel();
    window.addEventListener('keydown', cancelByEscape);
    return () => window.removeEventListener('keydown', cancelByEscape);
  });

  const follow = ({ pageX, pageY }: PointerEvent) => {
    if (start.current === null) return;
    const { from, slots } = start.current;
    const [x, y] = [pageX - start.current.x, pageY - start.current.y];
    if (drag === null && Math.hypot(x, y) < SLACK) return;
    const origin = slots[from] ?? { x: 0, y: 0 };
    setDrag({ from, to: nearest(slots, { x: origin.x + x, y: origin.y + y }), x, y });
  };

  /** For the element of a tile that can be dragged. */
  const surface = (from: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const { target, currentTarget, pointerId, pointerType, button, pageX, pageY } = event;
      const isByHandle = target instanceof Element && target.closest('[data-handle]') !== null;
      if (button !== 0 || (pointerType === 'touch' && !isByHandle)) return;
      currentTarget.setPointerCapture(pointerId);
      start.current = { x: pageX, y: pageY, from, slots: slotsOf(list.current) };
    },
    onPointerMove: follow,
    onPointerUp: () => {
      if (drag !== null && drag.to !== drag.from) onDrop(drag.from, drag.to);
      cancel();
    },
    onPointerCancel: cancel,
    // The browser's own dragging of pictures.
    onDragStart: (event: DragEvent) => event.preventDefault(),
  });

  /** The style of the tile at a place. */
  const styleOf = (place: number): CSSProperties | undefined => {
    if (drag === null) return undefined;
    if (place === drag.from) return { transform: `translate(${drag.x}px, ${drag.y}px)` };
    const slots = start.current?.slots ?? [];
    const [own, shown] = [slots[place], slots[shownPlace(place, drag)]];
    if (own === undefined || shown === undefined || own === shown) return undefined;
    return { transform: `translate(${shown.x - own.x}px, ${shown.y - own.y}px)` };
  };

  return { list, surface, styleOf, dragged: drag?.from ?? null };
}

/** Where the tile of a place is shown while another one is dragged past it. */
function shownPlace(place: number, { from, to }: Drag): number {
  if (from < place && place <= to) return place - 1;
  if (to <= place && place < from) return place + 1;
  return place;
}

/** The upper left corners of the tiles on the page. */
function slotsOf(list: HTMLElement | null): Point[] {
  return [...(list?.children ?? [])].map((tile) => {
    const { left, top } = tile.getBoundingClientRect();
    return { x: left + window.scrollX, y: top + window.scrollY };
  });
}

function nearest(slots: Point[], { x, y }: Point): number {
  const distances = slots.map((slot) => Math.hypot(slot.x - x, slot.y - y));
  return distances.indexOf(Math.min(...distances));
}
