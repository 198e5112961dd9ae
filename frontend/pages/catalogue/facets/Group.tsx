import type { ReactNode } from 'react';
import styles from './FilterPanel.module.css';

/** Controls that filter by the same property. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.title}>{title}</legend>
      {children}
    </fieldset>
  );
}

type ChoiceProps = { isChosen: boolean; onToggle: () => void; children: ReactNode };

/** A labeled checkbox. */
export function Choice({ isChosen, onToggle, children }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={isChosen} onChange={onToggle} />
      <span>{children}</span>
    </label>
  );
}
