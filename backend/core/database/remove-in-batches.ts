/** Rows per statement. More would block others for too long. */
const BATCH = 5000;

/** Removes rows until a statement finds fewer than its limit. Several processes may do so at once. */
export async function removeInBatches(
  remove: (limit: number) => { executeTakeFirstOrThrow(): Promise<{ numDeletedRows: bigint }> },
): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await remove(BATCH).executeTakeFirstOrThrow();
    if (numDeletedRows < BATCH) return;
  }
}
