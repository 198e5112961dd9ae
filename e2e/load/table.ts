import type { Figures } from './measure.ts';

/** Prints a table. The first column is left-aligned, the others right-aligned. */
export function printTable(title: string, head: string[], rows: string[][]): void {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width));
  process.stdout.write(`\n${title}\n\n${[head, rule, ...rows].map((cells) => `  ${line(cells)}\n`).join('')}`);
}

/** A measured value, and the most or the least that it may be. */
type Measured = { what: string; value: number; most?: number; least?: number };

/** Prints values beside their limits. @returns a sentence for each limit that is missed */
export function printLimits(title: string, values: readonly Measured[]): string[] {
  printTable(
    title,
    ['', 'measured', 'limit'],
    values.map(({ what, value, most, least }) => [what, formatValue(value), String(most ?? least ?? '')]),
  );
  return values.flatMap(missedLimit);
}

/** A sentence if the limit is missed, or nothing was measured. */
export function missedLimit({ what, value, most, least }: Measured): string[] {
  if (most !== undefined && !(value <= most)) return [`${what}: ${formatValue(value)}, above ${most}`];
  return least !== undefined && !(value >= least) ? [`${what}: ${formatValue(value)}, below ${least}`] : [];
}

export type MeasuredCall = { name: string; figures: Figures; p50Max?: number; p99Max?: number };

/** Prints the milliseconds of calls beside their limits. @returns a sentence for each limit that is missed */
export function printCalls(title: string, calls: readonly MeasuredCall[]): string[] {
  printTable(
    `${title}: milliseconds, one request at a time`,
    ['', 'p50', 'limit', 'p99', 'limit', 'per s'],
    calls.map(({ name, figures: { p50, p99, throughput }, p50Max, p99Max }) => [
      name,
      formatValue(p50),
      String(p50Max ?? ''),
      formatValue(p99),
      String(p99Max ?? ''),
      formatCount(throughput),
    ]),
  );
  return calls.flatMap(({ name, figures: { p50, p99 }, p50Max, p99Max }) => [
    ...missedLimit({ what: `${name}, p50 in ms`, value: p50, ...(p50Max && { most: p50Max }) }),
    ...missedLimit({ what: `${name}, p99 in ms`, value: p99, ...(p99Max && { most: p99Max }) }),
  ]);
}

/** Prints to stderr, apart from the results. */
export function printProgress(step: string): void {
  process.stderr.write(`  … ${step}\n`);
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Three significant digits: "0.42", "12.3", "480". */
export function formatValue(value: number): string {
  return value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0);
}

export function formatPercent(fraction: number): string {
  const percent = fraction * 100;
  return `${percent < 10 ? percent.toFixed(1) : percent.toFixed(0)} %`;
}

export function formatCount(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
