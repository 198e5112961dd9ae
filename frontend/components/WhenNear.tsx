import { type ReactNode, useEffect, useRef, useState } from 'react';

/** How far below the viewport content starts to load, so that scrolling never reveals a gap. */
const NEAR = '200px';

/** Renders its content once it is near the viewport, and `placeholder` until then. */
export function WhenNear({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
  const [isNear, setIsNear] = useState(false);
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isNear || !frame.current) return;
    const observer = new IntersectionObserver((entries) => setIsNear(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: NEAR,
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [isNear]);

  return <div ref={frame}>{isNear ? children : placeholder}</div>;
}
