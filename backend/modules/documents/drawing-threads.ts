import { Piscina } from 'piscina';
import type { Drawing } from './draw.ts';

export type Draw = (drawing: Drawing) => Promise<Buffer>;

/** Milliseconds without a document after which its thread ends. */
const IDLE = 30_000;

/** Draws documents in a thread: that takes a tenth of a second, and some with many fonts, which would block all else. */
export function openDrawing(): Draw {
  const threads = new Piscina<Drawing, Uint8Array>({
    filename: new URL('./draw.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE,
  });
  return async (drawing) => Buffer.from(await threads.run(drawing));
}
