import type { Campaign, Found } from './campaign.ts';
import type { Fuzzer } from './fuzzer.ts';

/** Two lines: how to repeat it here, and on any shop. */
export function formatSurprise({ surprise, seed, subject, path }: Found): string {
  const repeat = `make fuzz SEED=${seed} CALL='${subject}' CASE=${path}`;
  return `${surprise.key}\n    ${surprise.message}\n    ${repeat}\n    ${surprise.line}`;
}

/** The calls that were never reached, or never succeeded. */
export function findGaps({ fuzzer, subjects }: Campaign): { unreached: string[]; unsuccessful: string[] } {
  const succeeded = (name: string) => [...(fuzzer.statuses.get(name)?.keys() ?? [])].some((status) => status < 400);
  return {
    unreached: subjects.filter((name) => !fuzzer.reached.has(name)),
    unsuccessful: subjects.filter((name) => fuzzer.reached.has(name) && !succeeded(name)),
  };
}

/** A table with the share of each status, by call. */
export function formatStatuses({ statuses }: Fuzzer): string {
  const codes = [...new Set([...statuses.values()].flatMap((counts) => [...counts.keys()]))].sort();
  const width = Math.max(...[...statuses.keys()].map((name) => name.length));
  const row = (name: string, cells: (string | number)[]) =>
    name.padEnd(width) + cells.map((cell) => String(cell).padStart(7)).join('');
  const total = (counts: Map<number, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);
  const share = (counts: Map<number, number>, code: number) => {
    const count = counts.get(code);
    return count === undefined ? '' : `${((100 * count) / total(counts)).toFixed(1)}%`;
  };
  return [
    row('Call', ['cases', ...codes]),
    ...[...statuses]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, counts]) => row(name, [total(counts), ...codes.map((code) => share(counts, code))])),
  ].join('\n');
}
