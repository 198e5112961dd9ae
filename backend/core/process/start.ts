/** Problems that prevent a start, one line each. Any other error is a bug, printed with its stack trace. */
export class StartError extends Error {
  readonly problems: string[];

  constructor(problems: string | string[], options?: ErrorOptions) {
    super([problems].flat().join('\n'), options);
    this.name = 'StartError';
    this.problems = [problems].flat();
  }
}

/** Prints a fatal error to stderr. */
export function printError(error: unknown): void {
  const text = error instanceof StartError ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`${text}\n`);
}

/** Runs a program's main function. If it fails, prints the error and exits with 1. */
export function run(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    printError(error);
    process.exit(1);
  });
}
