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

/** Three significant digits: "0.42", "12.3", "480". */
export function formatMilliseconds(value: number): string {
  return value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0);
}

export function formatPercent(fraction: number): string {
  const percent = fraction * 100;
  return `${percent < 10 ? percent.toFixed(1) : percent.toFixed(0)} %`;
}

export function formatCount(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
