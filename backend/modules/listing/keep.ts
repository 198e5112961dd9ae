/** The slots that pass a test. Several times as fast as `Int32Array.filter`. */
export function keep(slots: Int32Array, test: (slot: number) => boolean): Int32Array {
  const kept = new Int32Array(slots.length);
  let count = 0;
  for (let index = 0; index < slots.length; index += 1) {
    const slot = slots[index] as number;
    if (!test(slot)) continue;
    kept[count] = slot;
    count += 1;
  }
  return kept.subarray(0, count);
}
