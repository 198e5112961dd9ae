/** The units that were chosen of `lines`, whose counts are in the same order. */
export function chosenUnits(lines: readonly { productId: string }[], counts: readonly number[]) {
  return lines
    .map(({ productId }, index) => ({ productId, count: counts[index] ?? 0 }))
    .filter(({ count }) => count > 0);
}
