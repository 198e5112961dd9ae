/** An answer that is none of the contract's. */
export class Surprise extends Error {
  /** The same for all answers that are wrong in the same way. */
  readonly key: string;
  /** A line for a shell that repeats the last request. */
  readonly line: string;

  constructor(subject: string, problems: string[], line: string) {
    super(problems.join('; '));
    this.name = 'Surprise';
    this.key = `${subject}: ${(problems[0] ?? '').replaceAll(/[0-9a-f-]{36}|\d+|"[^"]*"/g, '*').slice(0, 120)}`;
    this.line = line;
  }
}
