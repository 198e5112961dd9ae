import type { AuditChanges } from '#contract/audit.ts';
import styles from './AuditTrailPage.module.css';

/** What changed of a thing: each field with what it was and what it has become. */
export function Changes({ changes }: { changes: AuditChanges }) {
  return (
    <ul className={styles.changes}>
      {Object.entries(changes).map(([field, { from, to }]) => (
        <li key={field}>
          <span className={styles.field}>{inWords(field)}: </span>
          <Change from={readable(from)} to={readable(to)} />
        </li>
      ))}
    </ul>
  );
}

/** What began to be has no value before, and what went has none after. */
function Change({ from, to }: { from: string | null; to: string | null }) {
  return (
    <>
      {from !== null && (
        <del className={styles.from}>
          <span className="visually-hidden">from </span>
          {from}
        </del>
      )}
      {from !== null && to !== null && (
        <span className={styles.arrow} aria-hidden="true">
          {' → '}
        </span>
      )}
      {to !== null && (
        <ins className={styles.to}>
          <span className="visually-hidden">to </span>
          {to}
        </ins>
      )}
    </>
  );
}

/** "post code" of `postCode`. */
function inWords(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function readable(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
