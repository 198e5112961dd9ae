import type { ImportState, ImportView } from '#contract/imports.ts';
import { Panel } from '../../../components/Panel.tsx';
import { ProgressBar } from '../../../components/ProgressBar.tsx';
import { isUnderWay } from '../../../stores/dashboard/imports.ts';
import styles from './ImportPage.module.css';

const stateNames: Record<ImportState, string> = {
  waiting: 'Waiting for a worker',
  running: 'Reading the file',
  stopped: 'Stopped',
  done: 'Done',
  failed: 'Failed',
};

const count = (number: number) => number.toLocaleString('en-US');

/** One import: how far it is, what it brought, and which lines were refused and why. */
export function ImportReport({ view }: { view: ImportView }) {
  const { fileName, state, progress, failure, date } = view;
  return (
    <Panel as="li" className={styles.import}>
      <header className={styles.head}>
        <h3 className={styles.name}>{fileName}</h3>
        <span className={state === 'failed' || state === 'stopped' ? styles.failed : styles.state}>
          {stateNames[state]}
        </span>
        <time className={styles.date} dateTime={date}>
          {new Date(date).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}
        </time>
      </header>
      {isUnderWay(view) && <ProgressBar label={`Importing ${fileName}`} share={progress} />}
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <dl className={styles.counts}>
        <Count name="Added" value={view.created} />
        <Count name="Updated" value={view.updated} />
        <Count name="Unchanged" value={view.unchanged} />
        <Count name="Refused" value={view.refused} isWrong={view.refused > 0} />
      </dl>
      <Refusals view={view} />
    </Panel>
  );
}

function Count({ name, value, isWrong = false }: { name: string; value: number; isWrong?: boolean }) {
  return (
    <div className={isWrong ? styles.wrong : undefined}>
      <dt>{name}</dt>
      <dd>{count(value)}</dd>
    </div>
  );
}

function Refusals({ view: { refusals, refused } }: { view: Pick<ImportView, 'refusals' | 'refused'> }) {
  if (refusals.length === 0) return null;
  return (
    <details className={styles.refusals}>
      <summary>{refused === 1 ? 'The line that was refused' : `The ${count(refused)} lines that were refused`}</summary>
      {refused > refusals.length && (
        <p className={styles.more}>
          These are the first {count(refusals.length)}; {count(refused - refusals.length)} more were refused.
        </p>
      )}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Why it was refused</th>
          </tr>
        </thead>
        <tbody>
          {refusals.map(({ line, reason }) => (
            <tr key={line}>
              <td className={styles.line}>{count(line)}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
