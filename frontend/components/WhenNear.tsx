import { type ReactNode, useEffect, useRef, useState } from 'react';

/** How far below the viewport content starts to load, so that scrolling never reveals a gap. */
const NEAR = '200px';

/** Renders its content once it is near the viewport, and `waiting` until then. */
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
