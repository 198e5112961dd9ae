/**
 * Work that can never succeed, however often it is tried: a job that meets it gives up at once. The message is for people;
 * what it came of, in a library's words, is its cause.
 */
export class UnprocessableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnprocessableError';
  }

  /** The message with what it came of, for operators. */
  get detail(): string {
    return this.cause instanceof Error ? `${this.message}: ${this.cause.message}` : this.message;
  }
}
