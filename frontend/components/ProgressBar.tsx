import styles from './ProgressBar.module.css';

type ProgressBarProps = {
  /** Accessible name, such as "Uploading picture". */
  label: string;
  /** From 0 to 1. */
  share: number;
};

/** Progress as a bar and a percentage. */
export function ProgressBar({ label, share }: ProgressBarProps) {
  const percent = Math.floor(share * 100);
  return (
    <div className={styles.progress}>
      <p className={styles.label}>
        <span>{label}</span>
        <span className={styles.percent}>{percent}%</span>
      </p>
      <progress className={styles.bar} value={share} aria-label={label} />
    </div>
  );
}
