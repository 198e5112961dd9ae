import { useId } from 'react';
import { TERM_MAX, type TermView } from '#contract/catalogue/terms.ts';
import type { LanguageView } from '#contract/shop/settings.ts';
import { m } from '#messages';
import { DEFAULT_LANGUAGE } from '#messages/languages.ts';
import styles from './Dictionary.module.css';

type TermFieldProps = {
  term: TermView;
  language: LanguageView;
  value: string;
  onChange: (value: string) => void;
};

/** A word, and the field for its translation. While it is empty, it shows what shoppers read instead: the word itself. */
export function TermField({ term: { text, uses }, language: { code, dir }, value, onChange }: TermFieldProps) {
  const id = useId();
  return (
    <li className={styles.term}>
      <div className="stack gap-1">
        <label htmlFor={id} className="medium breaks" lang={DEFAULT_LANGUAGE} dir="auto">
          {text}
        </label>
        <p id={`${id}-uses`} className="soft text-note">
          {m.terms.uses({ count: uses })}
        </p>
      </div>
      <input
        id={id}
        className={`control ${styles.input}`}
        aria-describedby={`${id}-uses`}
        lang={code}
        dir={dir}
        placeholder={text}
        maxLength={TERM_MAX}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </li>
  );
}
