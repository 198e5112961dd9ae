/** Reused, because an array per call would leave megabytes of garbage with every request. */
let scratch = new Int32Array(1024);

/** The slots that pass a test. Several times as fast as `Int32Array.filter`. */
export function keep(slots: Int32Array, test: (slot: number) => boolean): Int32Array {
  if (scratch.length < slots.length) scratch = new Int32Array(2 * slots.length);
  let count = 0;
  for (let index = 0; index < slots.length; index += 1) {
    const slot = slots[index] as number;
    if (!test(slot)) continue;
    scratch[count] = slot;
    count += 1;
  }
  return scratch.slice(0, count);
}
