import type { Outcome } from '../journal.ts';

/** The result of checking one invariant. */
export type Finding = {
  name: string;
  checked: number;
  /** Acknowledged but missing. */
  lost: string[];
  /** Present more than once. */
  duplicated: string[];
  /** Present with a wrong value, or although refused. */
  wrong: string[];
};

export function newFinding(name: string, checked = 0): Finding {
  return { name, checked, lost: [], duplicated: [], wrong: [] };
}

/** Compares the requested changes with the number of rows found for each key. */
export function checkPresence(
  name: string,
  requested: { key: string; outcome: Outcome }[],
  found: ReadonlyMap<string, number>,
): Finding {
  const finding = newFinding(name, requested.length);
  for (const [key, requests] of Map.groupBy(requested, ({ key }) => key)) {
    const count = found.get(key) ?? 0;
    const outcomes = new Set(requests.map(({ outcome }) => outcome));
    if (count === 0 && outcomes.has('acknowledged')) finding.lost.push(key);
    if (count > 1) finding.duplicated.push(`${key} exists ${count} times`);
    if (count > 0 && outcomes.size === 1 && outcomes.has('refused'))
      finding.wrong.push(`${key} was refused but exists`);
  }
  return finding;
}

/** Counts the rows of each key. */
export function countBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
}
