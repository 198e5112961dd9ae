import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Distance below the window at which content starts to load, so that scrolling never reveals the gap. */
const NEAR = '200px';

/** Draws its content once that comes near the part of the page that is seen; until then `waiting` keeps its place. */
export function WhenNear({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const [isNear, setIsNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isNear || !place.current) return;
    const observer = new IntersectionObserver((entries) => setIsNear(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: NEAR,
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear]);

  return <div ref={place}>{isNear ? children : waiting}</div>;
}
