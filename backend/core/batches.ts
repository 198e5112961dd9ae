/** Collects items, of which the last batch may have fewer than `size`. */
export async function* batchesOf<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Reads rows in batches of `size`. @param read the rows after the last one of the batch before, in a fixed order */
export async function* readInBatches<Row>(
  size: number,
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const rows: Row[] = await read(last);
    if (rows.length > 0) yield rows;
    last = rows.length < size ? undefined : rows.at(-1);
  } while (last !== undefined);
}
