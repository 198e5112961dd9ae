import type { Outcome } from '../journal.ts';

/** What the end was like in one respect. */
export type Finding = {
  what: string;
  /** How many things were looked at. */
  checked: number;
  /** What was acknowledged and is not there. */
  lost: string[];
  /** What is there more than once. */
  doubled: string[];
  /** What is there and is not right. */
  wrong: string[];
};

export function newFinding(what: string, checked = 0): Finding {
  return { what, checked, lost: [], doubled: [], wrong: [] };
}

/** Compares what was asked for with how often it is there. */
export function checkPresence(
  what: string,
  asked: { key: string; outcome: Outcome }[],
  there: ReadonlyMap<string, number>,
): Finding {
  const finding = newFinding(what, asked.length);
  for (const [key, requests] of Map.groupBy(asked, ({ key }) => key)) {
    const count = there.get(key) ?? 0;
    const outcomes = new Set(requests.map(({ outcome }) => outcome));
    if (count === 0 && outcomes.has('acknowledged')) finding.lost.push(key);
    if (count > 1) finding.doubled.push(`${key} is there ${count} times`);
    if (count > 0 && outcomes.size === 1 && outcomes.has('refused'))
      finding.wrong.push(`${key} was refused and is there`);
  }
  return finding;
}

/** How often each key is there. */
export function countBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
}
