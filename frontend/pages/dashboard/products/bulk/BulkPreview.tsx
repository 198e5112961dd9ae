import { formatNumber } from '#contract/numbers.ts';
import { Icon } from '../../../../components/Icon.tsx';
import styles from './BulkPreview.module.css';
import type { PreviewedChange, ProductPreview } from './bulkPreview.ts';

/** What a bulk edit would change in each product; those that it can't save come first. */
export function BulkPreview({ previews }: { previews: readonly ProductPreview[] }) {
  const rows = previews.toSorted((one, other) => Number(other.problem !== null) - Number(one.problem !== null));
  return (
    <section aria-label="Preview" className={styles.preview}>
      <p className={styles.summary} role="status">
        {summary(previews)}
      </p>
      <table className={styles.table}>
        <thead className="visually-hidden">
          <tr>
            <th>Product</th>
            <th>Change</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ _id, title, changes, problem }) => (
            <tr key={_id}>
              <th scope="row" className={styles.title}>
                {title}
              </th>
              <td>
                {changes.length === 0 && <span className={styles.none}>No change</span>}
                {changes.map((change) => (
                  <Change key={change.field} change={change} />
                ))}
                {problem !== null && (
                  <p className={styles.problem}>
                    <Icon name="alert" size={16} />
                    {problem}
                  </p>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Change({ change: { field, before, after } }: { change: PreviewedChange }) {
  return (
    <p className={styles.change}>
      <span className={styles.field}>{field}</span>
      <span className={styles.values}>
        <del className={styles.before}>{before}</del>
        <span className={styles.arrow} aria-hidden="true">
          →
        </span>
        <span className="visually-hidden">becomes</span>
        <ins className={styles.after}>{after}</ins>
      </span>
    </p>
  );
}

function summary(previews: readonly ProductPreview[]): string {
  if (previews.length === 0) return 'These products are no longer on this page.';
  const changed = previews.filter(({ changes }) => changes.length > 0).length;
  if (changed === 0) return 'Nothing changes';
  return `${formatNumber(changed)} of ${formatNumber(previews.length)} will change`;
}
