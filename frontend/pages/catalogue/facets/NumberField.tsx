import { useState } from 'react';
import { Field } from '../../../components/forms/Field.tsx';
import styles from './FilterPanel.module.css';

type NumberFieldProps = {
  label: string;
  value: number | null;
  /** The limit that holds without a value. */
  placeholder: string;
  unit: string;
  onChange: (value: number | null) => void;
};

/** A number that is applied while it is typed. */
export function NumberField({ label, value, placeholder, unit, onChange }: NumberFieldProps) {
  // What is being typed can differ from how the number is written, such as "1.".
  const [draft, setDraft] = useState<string | null>(null);
  const isWrong = draft !== null && read(draft) === undefined;

  const type = (text: string) => {
    setDraft(text);
    const number = read(text);
    if (number !== undefined && number !== value) onChange(number);
  };

  return (
    <Field
      label={label}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      className={styles.number}
      value={draft ?? value ?? ''}
      placeholder={placeholder}
      error={isWrong ? 'Enter a number' : undefined}
      trailing={unit && <span className={styles.unit}>{unit}</span>}
      onChange={({ target }) => type(target.value)}
      onBlur={() => setDraft(null)}
    />
  );
}

/** Null for no number; undefined for text that isn't one. */
function read(text: string): number | null | undefined {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return null;
  return /^-?\d{1,9}(\.\d{0,6})?$/.test(trimmed) ? Number(trimmed) : undefined;
}
