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
  /** The limit that it has exceeded, in words. */
  | { exceeded: string }
  /** Why it can't be decoded. */
  | { broken: string; detail: string };

/** A picture can't be decoded, for a reason that is safe to show. */
export class BrokenPictureError extends Error {
  /** The reason with the decoder's own message, for operators. */
  readonly detail: string;

  constructor(reason: string, detail = reason) {
    super(reason);
    this.name = 'BrokenPictureError';
    this.detail = detail;
  }
}
