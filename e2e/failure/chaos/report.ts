import { isGoodRun, type Run } from './run.ts';

/** Printed details per group; the logs and the data have the rest. */
const DETAILS_MAX = 10;

/** Formats a run as tables. */
export function formatRun(run: Run): string {
  const { places, seed, milliseconds, idle } = run;
  return [
    `${places}, seed ${seed}, ${milliseconds / 60_000} minutes of faults, idle after ${Math.round(idle.after / 1000)} s`,
    '',
    ...formatFaults(run),
    '',
    ...formatRequests(run),
    '',
    ...formatFindings(run),
    '',
    ...formatDetails(run),
    isGoodRun(run) ? 'Passed: nothing was lost, duplicated or stuck.' : `FAILED. Data and logs are in ${run.folder}`,
    '',
  ].join('\n');
}

function formatFaults({ storm }: Run): string[] {
  const count = (kind: string) => storm.windows.filter((window) => window.kind === kind).length;
  return [
    row('Faults', ['count']),
    ...storm.kinds.map((kind) => row(`  ${kind}`, [count(kind)])),
    ...Object.entries(storm.skipped).map(([kind, reason]) => `  ${kind}: skipped, ${reason}`),
    row('  total', [storm.windows.length]),
  ];
}

function formatRequests({ journal }: Run): string[] {
  const rows = [...journal.counts].map(([kind, { acknowledged, refused, unknown }]) =>
    row(`  ${kind}`, [acknowledged, refused, unknown]),
  );
  return [
    row('Requests', ['acknowledged', 'refused', 'unknown']),
    ...rows,
    row('  total acknowledged', [journal.acknowledged()]),
  ];
}

function formatFindings({ findings, excusedDuplicates, unconfirmedMails, forcedKills }: Run): string[] {
  const total = (part: 'lost' | 'duplicated' | 'wrong') =>
    findings.reduce((sum, finding) => sum + finding[part].length, 0);
  return [
    row('Invariants', ['checked', 'lost', 'duplicated', 'wrong']),
    ...findings.map(({ name, checked, lost, duplicated, wrong }) =>
      row(`  ${name}`, [checked, lost.length, duplicated.length, wrong.length]),
    ),
    row('  total', ['', total('lost'), total('duplicated'), total('wrong')]),
    row('  unavoidable duplicate emails', [excusedDuplicates]),
    row('  emails without a confirmation', [unconfirmedMails]),
    row('  processes killed 10 s after SIGTERM', [forcedKills]),
  ];
}

function formatDetails({ findings, defects, idle }: Run): string[] {
  const groups: [string, string[]][] = [
    ['Stuck', idle.stuck],
    ['Defects', defects],
    ...findings.flatMap(({ name, lost, duplicated, wrong }): [string, string[]][] => [
      [`Lost: ${name}`, lost],
      [`Duplicated: ${name}`, duplicated],
      [`Wrong: ${name}`, wrong],
    ]),
  ];
  return groups
    .filter(([, details]) => details.length > 0)
    .flatMap(([title, details]) => [
      title,
      ...details.slice(0, DETAILS_MAX).map((detail) => `  ${detail}`),
      ...(details.length > DETAILS_MAX ? [`  and ${details.length - DETAILS_MAX} more`] : []),
      '',
    ]);
}

function row(name: string, cells: (string | number)[]): string {
  return name.padEnd(50) + cells.map((cell) => String(cell).padStart(13)).join('');
}
