import styles from './None.module.css';

/** A dash for a missing value; screen readers read "No ratings". */
export function None({ of }: { of: string }) {
  return (
    <span className={styles.none}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">No {of}</span>
    </span>
  );
}
