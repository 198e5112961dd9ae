import { useEffect, useState } from 'react';
import type { ImportState, ImportView } from '#contract/imports.ts';
import { counted, formatNumber } from '#contract/numbers.ts';
import { isUnfinished, useImportProgress } from '../../../api/admin/imports.ts';
import { ProgressBar } from '../../../components/feedback/ProgressBar.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { Fact } from '../Fact.tsx';
import { DateAndTime } from '../Moment.tsx';
import styles from './ImportPage.module.css';
import { type Sample, timeLeft } from './timeLeft.ts';

const stateNames: Record<ImportState, string> = {
  waiting: 'Waiting to start',
  running: 'Importing',
  stopped: 'Stopped',
  done: 'Done',
  failed: 'Failed',
};

/** One import: its progress, its results, and the rejected rows with the reasons. */
export function ImportReport({ view }: { view: ImportView }) {
  const { fileName, state, failure, date } = view;
  return (
    <Panel as="li" className="padded stack gap-3 text-note">
      <header className="cluster baseline row-gap-1">
        <h3 className={`breaks text-compact ${styles.name}`}>{fileName}</h3>
        <span className={state === 'failed' || state === 'stopped' ? 'danger' : 'soft'}>{stateNames[state]}</span>
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
      <dl className={`facts ${styles.counts}`}>
        <Fact name="Added">{formatNumber(view.created)}</Fact>
        <Fact name="Updated">{formatNumber(view.updated)}</Fact>
        <Fact name="Unchanged">{formatNumber(view.unchanged)}</Fact>
        <Fact name="Rejected" className={view.refused > 0 ? 'danger' : undefined}>
          {formatNumber(view.refused)}
        </Fact>
      </dl>
      <Refusals view={view} />
    </Panel>
  );
}

function Progress({ view }: { view: ImportView }) {
  const { _id, fileName, progress, linesDone, lineCount } = view;
  useImportProgress(_id);
  const left = useTimeLeft(view);
  return (
    <div>
      <ProgressBar label={`Importing ${fileName}`} value={progress} />
      {lineCount > 0 && (
        <p className="soft numbers">
          {[`${formatNumber(linesDone)} of ${counted(lineCount, adminNouns.line)}`, left].filter(Boolean).join(' · ')}
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

function Refusals({ view: { refusals, refused } }: { view: Pick<ImportView, 'refusals' | 'refused'> }) {
  if (refusals.length === 0) return null;
  return (
    <details className="plain-details">
      <summary>{counted(refused, adminNouns.row)} rejected</summary>
      {refused > refusals.length && (
        <p className="soft">
          Showing the first {formatNumber(refusals.length)} of {formatNumber(refused)}.
        </p>
      )}
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Column</th>
            <th scope="col">Reason</th>
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
    </details>
  );
}
