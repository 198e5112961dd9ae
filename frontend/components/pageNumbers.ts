/** A gap between page numbers. */
export type PageGap = 'gap';

/** The page numbers to list: first, last, current and its neighbors, with gaps between. */
export function pageNumbers(page: number, count: number): (number | PageGap)[] {
  const listed = Array.from({ length: count }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === count || Math.abs(number - page) <= 1,
  );
  return listed.flatMap((number, index) => {
    const skipped = number - (listed[index - 1] ?? 0) - 1;
    // A gap takes as much space as a single number.
    if (skipped === 1) return [number - 1, number];
    return skipped > 1 ? (['gap', number] as const) : [number];
  });
}
