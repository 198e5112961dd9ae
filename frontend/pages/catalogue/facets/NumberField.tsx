import { useState } from 'react';
import { decimalText, formatDecimal, readNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
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
  const isWrong = draft !== null && Number.isNaN(read(draft));

  const type = (text: string) => {
    setDraft(text);
    const number = read(text);
    if (!Number.isNaN(number) && number !== value) onChange(number);
  };

  return (
    <Field
      label={label}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      className={styles.number}
      value={draft ?? (value === null ? '' : formatDecimal(value))}
      placeholder={placeholder}
      error={isWrong ? m.search.enterNumber() : undefined}
      trailing={unit && <span className={styles.unit}>{unit}</span>}
      onChange={({ target }) => type(target.value)}
      onBlur={() => setDraft(null)}
    />
  );
}

/** Reads text that may still be typed, such as "1.". Null for no number, NaN for what an address can't hold. */
function read(text: string): number | null {
  const number = readNumber(text.replace(/[.,]$/, ''));
  return number === null || /^-?\d{1,9}(\.\d{1,6})?$/.test(decimalText(number)) ? number : Number.NaN;
}
