import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { forward } from '../../browser/direction.ts';

/** The item that a horizontal scroller of `count` equally wide items shows, counted from 0. */
export function useScrollPosition<T extends HTMLElement>(count: number) {
  const frame = useRef<T>(null);
  const [position, setPosition] = useState(0);
  /** The item that the scroller moves to by itself, passing others that must not count. */
  const target = useRef<number>(null);

  const snap = useEffectEvent(({ target }: ResizeObserverEntry) => {
    target.scrollTo({ left: forward() * position * target.clientWidth, behavior: 'instant' });
  });
  useEffect(() => {
    if (!frame.current) return;
    // A dialog that hides the page's scrollbar changes the width, and browsers don't always snap again.
    const observer = new ResizeObserver((entries) => entries.forEach(snap));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);

  const moveTo = (index: number) => {
    setPosition(index);
    const { current } = frame;
    if (!current || Math.round(scrolled(current) / current.clientWidth) === index) return;
    target.current = index;
    current.scrollTo({ left: forward() * index * current.clientWidth });
  };
  const onScroll = () => {
    if (!frame.current) return;
    const [distance, { clientWidth }] = [scrolled(frame.current), frame.current];
    if (target.current !== null && Math.abs(distance - target.current * clientWidth) >= 1) return;
    target.current = null;
    // iOS scrolls past both ends for a moment.
    setPosition(Math.min(count - 1, Math.max(0, Math.round(distance / clientWidth))));
  };
  /** The shopper moves the scroller from here. */
  const release = () => {
    target.current = null;
  };
  return { frame, position: Math.min(position, count - 1), moveTo, onScroll, release };
}

/** How far a scroller has moved from its start, where `scrollLeft` is 0 in both directions. */
function scrolled({ scrollLeft }: Element): number {
  return forward() * scrollLeft;
}
