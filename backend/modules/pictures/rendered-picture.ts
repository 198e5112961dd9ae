import type { PictureFault } from './picture-faults.ts';

// What the workers and the processes that render pictures tell each other.

/** What rendering a picture may take. */
export type RenderingLimits = {
  /** Seconds of CPU time, which a busy machine doesn't use up. */
  seconds: number;
  /** Of the whole process, which takes about 90 by itself. */
  megabytes: number;
};

export type RenderingTask = {
  bytes: Uint8Array;
  /** Of its derivatives, in pixels. */
  widths: readonly number[];
  limits: RenderingLimits;
};

export type RenderedPicture = {
  /** The picture's own extension; derivatives are WebP. */
  extension: string;
  picture: Uint8Array;
  /** WebP, narrowest first; widths in pixels. */
  derivatives: { width: number; bytes: Uint8Array }[];
};

export type RenderingReply =
  | { rendered: RenderedPicture }
  /** The limit that it has exceeded. */
  | { exceeded: keyof RenderingLimits }
  /** Why it can't be decoded. */
  | { broken: PictureFault; detail: string };

/** A picture can't be decoded. */
export class BrokenPictureError extends Error {
  readonly fault: PictureFault;

  /** @param detail the reason with the decoder's own message, for operators */
  constructor(fault: PictureFault, detail: string) {
    super(detail);
    this.name = 'BrokenPictureError';
    this.fault = fault;
  }
}
