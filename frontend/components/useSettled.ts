import { useEffect, useState } from 'react';

/** A value once it has stayed the same for a while (in milliseconds); until then, `first` or the first value. */
export function useSettled<T>(value: T, pause: number, first = value): T {
  const [settled, setSettled] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
