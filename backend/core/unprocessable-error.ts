/**
 * Work that no retry can fix; a job that throws it fails at once. The message is for people, `cause` holds the library's
 * error.
 */
export class UnprocessableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnprocessableError';
  }

  /** The message with its cause, for operators. */
  get detail(): string {
    return this.cause instanceof Error ? `${this.message}: ${this.cause.message}` : this.message;
  }
}
