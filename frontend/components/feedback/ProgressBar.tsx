import { m } from '#messages';
import styles from './ProgressBar.module.css';

type ProgressBarProps = {
  /** Accessible name, such as "Uploading picture". */
  label: string;
  /** From 0 to 1. */
  value: number;
};

/** Progress as a bar and a percentage. */
export function ProgressBar({ label, value }: ProgressBarProps) {
  const percent = Math.floor(value * 100);
  return (
    <div className="stack gap-1">
      <p className="row spread soft text-note">
        <span>{label}</span>
        <span className="numbers">{m.common.percent({ percent })}</span>
      </p>
      <progress className={styles.bar} value={value} aria-label={label} />
    </div>
  );
}
