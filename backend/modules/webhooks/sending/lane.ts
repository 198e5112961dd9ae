/** Most tries at once at one endpoint, in each process. */
const TRIES_MAX = 32;
/** At an endpoint of which nothing is known yet. */
export const TRIES_AT_FIRST = 8;
/** Milliseconds of the first rest. */
const FIRST_REST = 10;

/**
 * How much one endpoint can take: each success lets one more try run at once, and each failure half as many. One that
 * fails gets one try after another, with rests between: however much waits for it, it costs the shop next to nothing,
 * and its first success ends that.
 */
export class Lane {
  private readonly longestRest: number;
  private running = 0;
  private limit = TRIES_AT_FIRST;
  private failures = 0;
  private restsUntil = 0;
  /** Whether more is due than was taken. */
  private hasMore = false;

  /** @param longestRest milliseconds */
  constructor(longestRest: number) {
    this.longestRest = longestRest;
  }

  /** How many more tries may run now. */
  get free(): number {
    return performance.now() < this.restsUntil ? 0 : Math.max(0, this.limit - this.running);
  }

  get isIdle(): boolean {
    return this.running === 0 && this.failures === 0 && !this.hasMore;
  }

  /** Milliseconds until it should be given more; infinity if nothing more is known to be due. */
  get due(): number {
    if (!this.hasMore || this.running > this.limit / 2) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.restsUntil - performance.now());
  }

  /** Notes that tries begin. @param free how many were asked for */
  begin(count: number, free: number): void {
    this.running += count;
    this.hasMore = count === free;
  }

  end(succeeded: boolean): void {
    this.running -= 1;
    this.limit = succeeded ? Math.min(TRIES_MAX, this.limit + 1) : Math.max(1, Math.floor(this.limit / 2));
    this.failures = succeeded ? 0 : this.failures + 1;
    const rest = succeeded ? 0 : Math.min(this.longestRest, FIRST_REST * 2 ** Math.min(this.failures, 20));
    this.restsUntil = performance.now() + rest;
  }
}
