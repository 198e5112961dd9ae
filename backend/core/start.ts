/** What hinders a start, a clear line each. Whatever else ends a program is a defect, and told with its stack. */
export class StartError extends Error {
  readonly problems: string[];

  constructor(problems: string | string[], options?: ErrorOptions) {
    super([problems].flat().join('\n'), options);
    this.name = 'StartError';
    this.problems = [problems].flat();
  }
}

/** Tells on standard error why a program ends. */
export function tell(error: unknown): void {
  const text = error instanceof StartError ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`${text}\n`);
}

/** Runs a program's main function; if it fails, says why and exits 1. */
export function run(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    tell(error);
    process.exit(1);
  });
}
