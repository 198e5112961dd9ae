/** Rows that fit before columns must grow. */
export const CAPACITY = 1024;

/** A larger column has room for a quarter more: rows are added rarely, and most of the memory is in columns. */
export function grown(size: number): number {
  return Math.ceil(size * 1.25);
}

/** Copies a column into a larger one. */
export function copyTo<T extends Int32Array | Uint32Array | Float64Array | Uint8Array>(target: T, source: T): T {
  target.set(source);
  return target;
}
