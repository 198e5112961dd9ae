import { grown } from './columns.ts';

const BYTES = 16;

/** The ids of rows by slot, as bytes: 200,000 strings would take 10 MB more. */
export function createIds() {
  let bytes = Buffer.alloc(BYTES * 1024);
  let size = 0;

  const compare = (slot: number, others: Buffer, other: number): number => {
    for (let place = 0; place < BYTES; place += 1) {
      const difference = (bytes[BYTES * slot + place] as number) - (others[BYTES * other + place] as number);
      if (difference !== 0) return difference;
    }
    return 0;
  };

  return {
    get size() {
      return size;
    },
    /** @returns its slot */
    add(id: string): number {
      if (bytes.length === BYTES * size) bytes = Buffer.concat([bytes], BYTES * grown(size));
      bytes.set(bytesOf(id), BYTES * size);
      size += 1;
      return size - 1;
    },
    at: (slot: number) =>
      bytes.toString('hex', BYTES * slot, BYTES * (slot + 1)).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    /** Sorts slots by their ids. */
    compare: (one: number, other: number) => compare(one, bytes, other),
    /** Compares a slot's id to `id`. */
    comparedTo(id: string): (slot: number) => number {
      const wanted = bytesOf(id);
      return (slot) => compare(slot, wanted, 0);
    },
  };
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}
