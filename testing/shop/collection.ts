import { beforeAll } from 'vitest';

/** Whether the current test file is being collected. Vitest silently ignores hooks that are added later. */
export const collection = { running: true };

/** Starts the collection of a test file. */
export function startCollection(): void {
  collection.running = true;
  beforeAll(() => {
    collection.running = false;
  });
}
