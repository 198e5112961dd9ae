import {
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** How large a picture is shown, in steps: as a whole, then larger than its frame. */
const ZOOMS = [1, 2, 4] as const;

/** How far a wheel turns for a step, in pixels. */
const WHEEL_STEP = 100;
/** A touchpad reports a pinch as small turns of the wheel while Ctrl is held. */
const PINCH_TURN = 10;
/** How much the distance of two fingers changes for a step. */
const PINCH_STEP = 1.4;
/** A press that moves further, in pixels, is no click. */
const DRAG = 5;

/** In pixels of the window. */
type Position = { clientX: number; clientY: number };
/** A point on the picture; both coordinates are from 0 to 1. */
type Point = { x: number; y: number };
type View = {
  step: number;
  /** This point of the picture is at this position. */
  point: Point;
  at: Position;
};

const start = { clientX: 0, clientY: 0 };
const whole: View = { step: 0, point: { x: 0, y: 0 }, at: start };

/**
 * Zooms a picture, the first child of a frame that scrolls: by buttons and keys, which zoom in on the middle, and by the
 * wheel, a pinch or a click, which zoom in on where they are. A mouse drags the picture.
 */
export function useZoom() {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(whole);
  const dragged = useRef(0);
  const zoom = ZOOMS[view.step] ?? 1;

  useLayoutEffect(() => {
    const picture = frame.current?.firstElementChild?.getBoundingClientRect();
    frame.current?.scrollBy({
      left: (picture?.left ?? 0) + view.point.x * (picture?.width ?? 0) - view.at.clientX,
      top: (picture?.top ?? 0) + view.point.y * (picture?.height ?? 0) - view.at.clientY,
      behavior: 'instant',
    });
  }, [view]);

  /** @param at where the picture stays in place; by default in the middle of the frame */
  const zoomTo = (step: number, at = middleOf(frame.current)) => {
    const picture = frame.current?.firstElementChild;
    if (picture && step !== view.step && ZOOMS[step]) setView({ step, point: pointAt(picture, at), at });
  };

  const turnWheel = useEffectEvent((turn: number, at: Position) => zoomTo(view.step + turn, at));
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    return onZoomGestures(current, turnWheel);
  }, []);

  return {
    frame,
    zoom,
    next: ZOOMS[view.step + 1] ?? 1,
    canZoomIn: view.step < ZOOMS.length - 1,
    canZoomOut: view.step > 0,
    zoomBy: (steps: 1 | -1) => zoomTo(view.step + steps),
    reset: () => setView(whole),
    picture: {
      onPointerDown: () => {
        dragged.current = 0;
      },
      onPointerMove: ({ pointerType, buttons, movementX, movementY }: PointerEvent) => {
        if (pointerType !== 'mouse' || buttons !== 1) return;
        dragged.current += Math.abs(movementX) + Math.abs(movementY);
        frame.current?.scrollBy({ left: -movementX, top: -movementY, behavior: 'instant' });
      },
      onDragStart: (event: MouseEvent) => event.preventDefault(),
      onClick: ({ detail, clientX, clientY }: MouseEvent) => {
        // The end of a drag, or the second click of a double one.
        if (dragged.current > DRAG || detail > 1) return;
        // A key press has no position.
        zoomTo((view.step + 1) % ZOOMS.length, detail === 0 ? undefined : { clientX, clientY });
      },
    },
  };
}

/** Listens to the wheel and to two fingers, which React's handlers can't keep from scrolling. @returns what stops it */
function onZoomGestures(frame: HTMLElement, zoom: (steps: 1 | -1, at: Position) => void): () => void {
  let turned = 0;
  let distance = 0;
  const stopped = new AbortController();
  const { signal } = stopped;
  const turn = (event: WheelEvent) => {
    event.preventDefault();
    turned += event.ctrlKey ? event.deltaY * PINCH_TURN : event.deltaY;
    if (Math.abs(turned) < WHEEL_STEP) return;
    zoom(turned < 0 ? 1 : -1, event);
    turned = 0;
  };
  const pinch = (event: TouchEvent) => {
    const [one, other] = event.touches;
    if (!one || !other) return;
    event.preventDefault();
    const now = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    const isStart = event.type === 'touchstart';
    const growth = isStart ? 1 : now / distance;
    if (isStart || growth > PINCH_STEP || growth < 1 / PINCH_STEP) distance = now;
    const at = { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 };
    if (growth > PINCH_STEP) zoom(1, at);
    if (growth < 1 / PINCH_STEP) zoom(-1, at);
  };
  frame.addEventListener('wheel', turn, { passive: false, signal });
  frame.addEventListener('touchstart', pinch, { passive: false, signal });
  frame.addEventListener('touchmove', pinch, { passive: false, signal });
  return () => stopped.abort();
}

function middleOf(element: Element | null): Position {
  if (!element) return start;
  const { left, top, width, height } = element.getBoundingClientRect();
  return { clientX: left + width / 2, clientY: top + height / 2 };
}

function pointAt(picture: Element, { clientX, clientY }: Position): Point {
  const { left, top, width, height } = picture.getBoundingClientRect();
  const share = (value: number) => Math.min(1, Math.max(0, value));
  return { x: share((clientX - left) / width), y: share((clientY - top) / height) };
}
