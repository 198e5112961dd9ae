import { useEffect, useState } from 'react';
import type { ImportState, ImportView } from '#contract/catalogue/imports.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { isUnfinished, useImportProgress } from '../../../api/admin/imports.ts';
import { saveFile } from '../../../browser/saveFile.ts';
import { Button } from '../../../components/Button.tsx';
import { ProgressBar } from '../../../components/feedback/ProgressBar.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { Fact } from '../Fact.tsx';
import { DateAndTime } from '../Moment.tsx';
import { checkSummary, refusalsCsv } from './checkSummary.ts';
import styles from './ImportPage.module.css';
import { type Sample, timeLeft } from './timeLeft.ts';

const stateNames: Record<ImportState, () => string> = {
  waiting: m.importing.waiting,
  running: m.importing.running,
  stopped: m.importing.stopped,
  done: m.importing.done,
  failed: m.importing.failed,
};
const checkStateNames: typeof stateNames = {
  ...stateNames,
  running: m.importing.checking,
  done: m.importing.checked,
};

/** One import, or a check of a file: its progress, its results, and the rejected rows with the reasons. */
export function ImportReport({ view }: { view: ImportView }) {
  const { fileName, check, state, failure, date } = view;
  return (
    <Panel
      as={check ? 'section' : 'li'}
      aria-label={check ? m.importing.checkReport() : undefined}
      className="padded stack gap-3 text-note"
    >
      <header className="cluster baseline row-gap-1">
        <h3 className={`breaks text-compact ${styles.name}`} dir="auto">
          {fileName}
        </h3>
        <span className={state === 'failed' || state === 'stopped' ? 'danger' : 'soft'}>
          {(check ? checkStateNames : stateNames)[state]()}
        </span>
        <span className={`soft text-small ${styles.date}`}>
          <DateAndTime date={date} />
        </span>
      </header>
      {isUnfinished(view) && <Progress view={view} />}
      {failure && (
        <p className="danger breaks" role="alert">
          {failure}
        </p>
      )}
      {check ? state === 'done' && <p className="medium breaks">{checkSummary(view)}</p> : <Counts view={view} />}
      <Refusals view={view} />
    </Panel>
  );
}

function Counts({ view: { created, updated, unchanged, refused } }: { view: ImportView }) {
  return (
    <dl className={`facts ${styles.counts}`}>
      <Fact name={m.importing.added()}>{formatNumber(created)}</Fact>
      <Fact name={m.importing.updated()}>{formatNumber(updated)}</Fact>
      <Fact name={m.importing.unchanged()}>{formatNumber(unchanged)}</Fact>
      <Fact name={m.importing.rejected()} className={refused > 0 ? 'danger' : undefined}>
        {formatNumber(refused)}
      </Fact>
    </dl>
  );
}

function Progress({ view }: { view: ImportView }) {
  const { _id, fileName, check, progress, linesDone, lineCount } = view;
  useImportProgress(_id);
  const left = useTimeLeft(view);
  return (
    <div>
      <ProgressBar
        label={check ? m.importing.checkingFile({ name: fileName }) : m.importing.importingFile({ name: fileName })}
        value={progress}
      />
      {lineCount > 0 && (
        <p className="soft numbers">
          {[m.importing.linesDone({ done: linesDone, count: lineCount }), left].filter(Boolean).join(' · ')}
        </p>
      )}
    </div>
  );
}

/** The time that an import still takes, from its speed since this page shows it. */
function useTimeLeft({ linesDone, lineCount }: ImportView): string {
  const [samples, setSamples] = useState<{ first: Sample; last: Sample } | null>(null);
  useEffect(() => {
    if (lineCount === 0) return;
    const now = { linesDone, at: performance.now() };
    setSamples((known) => ({ first: known?.first ?? now, last: now }));
  }, [linesDone, lineCount]);
  return samples === null ? '' : timeLeft(samples.first, samples.last, lineCount);
}

/** Few rejected rows are open at once. */
const OPEN_MAX = 10;

function Refusals({ view }: { view: ImportView }) {
  const { fileName, refusals, refused } = view;
  if (refusals.length === 0) return null;
  const save = () => saveFile(new Blob([refusalsCsv(view)], { type: 'text/csv' }), `rejected-${fileName}.csv`);
  return (
    <details className="plain-details" open={refused <= OPEN_MAX}>
      <summary>{m.importing.rowsRejected({ count: refused })}</summary>
      {refused > refusals.length && (
        <p className="soft">{m.importing.firstRejected({ shown: refusals.length, count: refused })}</p>
      )}
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{m.importing.line()}</th>
            <th scope="col">{m.importing.column()}</th>
            <th scope="col">{m.importing.reason()}</th>
          </tr>
        </thead>
        <tbody>
          {refusals.map(({ line, columns, reason }) => (
            <tr key={line}>
              <td className="numbers nowrap">{formatNumber(line)}</td>
              <td>{columns.join(', ')}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button size="small" className={styles.save} onClick={save}>
        {m.importing.downloadCsv()}
      </Button>
    </details>
  );
}
