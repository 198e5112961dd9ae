import { isGoodRun, type Run } from './run.ts';

/** Details of one kind that are printed; the logs and the data have the rest. */
const DETAILS = 10;

/** What happened in a run, as a table. */
export function formatRun(run: Run): string {
  const { backend, seed, milliseconds, calm } = run;
  const place = backend === 'redis' ? 'Redis' : 'PostgreSQL';
  return [
    `Queues in ${place}, seed ${seed}, ${milliseconds / 60_000} minutes of faults, calm after ${Math.round(calm.after / 1000)} s`,
    '',
    ...formatFaults(run),
    '',
    ...formatRequests(run),
    '',
    ...formatFindings(run),
    '',
    ...formatDetails(run),
    isGoodRun(run) ? 'Nothing was lost, doubled or stuck.' : `NOT GOOD. Data and logs are in ${run.folder}`,
    '',
  ].join('\n');
}

function formatFaults({ storm }: Run): string[] {
  const count = (kind: string) => storm.periods.filter((period) => period.kind === kind).length;
  return [
    row('Faults', ['happened']),
    ...storm.kinds.map((kind) => row(`  ${kind}`, [count(kind)])),
    ...Object.entries(storm.missing).map(([kind, reason]) => `  ${kind}: not tried, ${reason}`),
    row('  all', [storm.periods.length]),
  ];
}

function formatRequests({ journal }: Run): string[] {
  const rows = [...journal.counts].map(([kind, { acknowledged, refused, unknown }]) =>
    row(`  ${kind}`, [acknowledged, refused, unknown]),
  );
  return [
    row('Requests', ['acknowledged', 'refused', 'unknown']),
    ...rows,
    row('  all acknowledged', [journal.acknowledged()]),
  ];
}

function formatFindings({ findings, excusedDoubles, unansweredMails, cutShort }: Run): string[] {
  const total = (part: 'lost' | 'doubled' | 'wrong') =>
    findings.reduce((sum, finding) => sum + finding[part].length, 0);
  return [
    row('At the end', ['checked', 'lost', 'doubled', 'wrong']),
    ...findings.map(({ what, checked, lost, doubled, wrong }) =>
      row(`  ${what}`, [checked, lost.length, doubled.length, wrong.length]),
    ),
    row('  all', ['', total('lost'), total('doubled'), total('wrong')]),
    row('  emails sent twice, as nobody could know better', [excusedDoubles]),
    row('  mails sent whose answer never came', [unansweredMails]),
    row('  processes killed 10 s after SIGTERM', [cutShort]),
  ];
}

function formatDetails({ findings, defects, calm }: Run): string[] {
  const groups: [string, string[]][] = [
    ['Stuck', calm.stuck],
    ['Defects', defects],
    ...findings.flatMap(({ what, lost, doubled, wrong }): [string, string[]][] => [
      [`Lost: ${what}`, lost],
      [`Doubled: ${what}`, doubled],
      [`Wrong: ${what}`, wrong],
    ]),
  ];
  return groups
    .filter(([, details]) => details.length > 0)
    .flatMap(([title, details]) => [
      title,
      ...details.slice(0, DETAILS).map((detail) => `  ${detail}`),
      ...(details.length > DETAILS ? [`  and ${details.length - DETAILS} more`] : []),
      '',
    ]);
}

function row(name: string, cells: (string | number)[]): string {
  return name.padEnd(50) + cells.map((cell) => String(cell).padStart(13)).join('');
}
