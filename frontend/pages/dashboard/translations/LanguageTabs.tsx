import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { m } from '#messages';
import { DEFAULT_LANGUAGE, type LanguageCode } from '#messages/languages.ts';
import { arrowStep } from '../../../browser/direction.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useStrip } from '../useStrip.ts';
import styles from './LanguageTabs.module.css';

export type LanguageTab = {
  code: LanguageCode;
  name: string;
  /** What is to be done there. */
  note: string | undefined;
  /** Whether a text can't be saved. */
  isWrong: boolean;
  fields: ReactNode;
};

type LanguageTabsProps = {
  tabs: readonly LanguageTab[];
  /** The language that is open first. */
  first?: LanguageCode | undefined;
  /** How often the form around them was checked. */
  submitCount?: number;
};

/** One language at a time: https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
export function LanguageTabs({ tabs, first = DEFAULT_LANGUAGE, submitCount = 0 }: LanguageTabsProps) {
  const [open, setOpen] = useState<string>(first);
  const [checked, setChecked] = useState(submitCount);
  const id = useId();
  const list = useStrip<HTMLDivElement>(open, true);
  const panels = useRef<HTMLDivElement>(null);
  const wrong = tabs.find(({ isWrong }) => isWrong);

  // Within the render, so that the field is on screen when the form focuses it.
  if (checked !== submitCount) {
    setChecked(submitCount);
    if (wrong) setOpen(wrong.code);
  }

  // A form that focuses its first wrong field as soon as it is checked can't do so while that is hidden.
  useEffect(() => {
    const isElsewhere = document.activeElement?.getAttribute('aria-invalid') === 'true';
    if (submitCount > 0 && !isElsewhere) panels.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [submitCount]);

  const move = (event: KeyboardEvent) => {
    const step = arrowStep(event.key);
    if (step === 0) return;
    event.preventDefault();
    const place = tabs.findIndex(({ code }) => code === open);
    const next = (place + step + tabs.length) % tabs.length;
    setOpen(tabs[next]?.code ?? DEFAULT_LANGUAGE);
    list.current?.querySelectorAll('button')[next]?.focus();
  };

  return (
    <div className="stack gap-5">
      <div ref={list} className={styles.tabs} role="tablist" aria-label={m.translations.languages()} onKeyDown={move}>
        {tabs.map(({ code, name, note, isWrong }) => (
          <button
            key={code}
            type="button"
            role="tab"
            id={`${id}-${code}`}
            className={`row gap-1 nowrap text-compact ${styles.tab}`}
            aria-selected={code === open}
            aria-controls={`${id}-${code}-panel`}
            tabIndex={code === open ? 0 : -1}
            onClick={() => setOpen(code)}
          >
            <span lang={code}>{name}</span>
            {isWrong && (
              <span className="row danger">
                <Icon name="alert" size={16} />
                <span className="visually-hidden">{m.translations.wrongText()}</span>
              </span>
            )}
            {note && !isWrong && <span className={`regular soft text-note ${styles.note}`}>{note}</span>}
          </button>
        ))}
      </div>
      <div ref={panels}>
        {tabs.map(({ code, fields: children }) => (
          <div
            key={code}
            role="tabpanel"
            id={`${id}-${code}-panel`}
            className={code === open ? 'stack gap-5' : undefined}
            aria-labelledby={`${id}-${code}`}
            hidden={code !== open}
          >
            {children}
          </div>
        ))}
      </div>
    </div>
  );
}

const WRONG = '[role="tabpanel"]:not([hidden]) [aria-invalid="true"]';
