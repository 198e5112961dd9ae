import { useId } from 'react';
import styles from './DayField.module.css';

type DayFieldProps = {
  label: string;
  /** YYYY-MM-DD; '' without one. */
  value: string;
  onChange: (day: string) => void;
};

/** A field for a day, on a line with its label. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <span className={`row gap-2 soft text-compact ${styles.day}`}>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="date" className="control" value={value} onChange={({ target }) => onChange(target.value)} />
    </span>
  );
}
