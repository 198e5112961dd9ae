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

function formatRequests({ journal, canEdit }: Run): string[] {
  const rows = [...journal.counts].map(([kind, { acknowledged, refused, unknown }]) =>
    row(`  ${kind}`, [acknowledged, refused, unknown]),
  );
  return [
    row('Requests', ['acknowledged', 'refused', 'unknown']),
    ...rows,
    ...(canEdit ? [] : ['  edit and delete product: not tried, this version of the shop has no such calls']),
    row('  all acknowledged', [journal.acknowledged()]),
  ];
}

function formatFindings({ findings, evidence, excusedDoubles, cutDeliveries }: Run): string[] {
  const total = (pick: (finding: Run['findings'][number]) => unknown[]) =>
    findings.reduce((sum, finding) => sum + pick(finding).length, 0);
  return [
    row('At the end', ['checked', 'lost', 'doubled', 'wrong']),
    ...findings.map(({ what, checked, lost, doubled, wrong }) =>
      row(`  ${what}`, [checked, lost.length, doubled.length, wrong.length]),
    ),
    row('  all', [
      evidence.events.length,
      total((f) => f.lost),
      total((f) => f.doubled),
      total((f) => f.wrong),
    ]).replace(String(evidence.events.length).padStart(14), ''.padStart(14)),
    `  Emails that came twice because nobody could know of the first: ${excusedDoubles} (deliveries cut off: ${cutDeliveries})`,
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
  return name.padEnd(44) + cells.map((cell) => String(cell).padStart(14)).join('');
}
