import { m } from '#messages';
import { Preview, PreviewProblem, PreviewRow } from '../../preview/Preview.tsx';
import styles from './BulkPreview.module.css';
import type { PreviewedChange, ProductPreview } from './bulkPreview.ts';

/** What a bulk edit would change in each product; those that it can't save come first. */
export function BulkPreview({ previews }: { previews: readonly ProductPreview[] }) {
  const rows = previews.toSorted((one, other) => Number(other.problem !== null) - Number(one.problem !== null));
  return (
    <Preview summary={summary(previews)} headings={[m.products.product(), m.products.change()]}>
      {rows.map(({ _id, title, changes, problem }) => (
        <PreviewRow key={_id} name={title}>
          {changes.length === 0 && <span className="soft">{m.products.noChange()}</span>}
          {changes.map((change) => (
            <Change key={change.field} change={change} />
          ))}
          {problem !== null && <PreviewProblem>{problem}</PreviewProblem>}
        </PreviewRow>
      ))}
    </Preview>
  );
}

function Change({ change: { field, before, after } }: { change: PreviewedChange }) {
  return (
    <p className={styles.change}>
      <span className="soft">{field}</span>
      <span className={`numbers ${styles.values}`}>
        <del className="soft">{before}</del>
        <span className="mirrored soft" aria-hidden="true">
          →
        </span>
        <span className="visually-hidden">{m.products.becomes()}</span>
        <ins className="medium">{after}</ins>
      </span>
    </p>
  );
}

function summary(previews: readonly ProductPreview[]): string {
  if (previews.length === 0) return m.products.notOnPage();
  const changed = previews.filter(({ changes }) => changes.length > 0).length;
  if (changed === 0) return m.products.nothingChanges();
  return m.products.willChange({ changed, count: previews.length });
}
