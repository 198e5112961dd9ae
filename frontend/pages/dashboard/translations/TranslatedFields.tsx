import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form';
import { m } from '#messages';
import { DEFAULT_LANGUAGE, type LanguageCode, languages } from '#messages/languages.ts';
import { arrowStep } from '../../../browser/direction.ts';
import { fieldsOf } from '../../../components/forms/Form.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { shop } from '../../../texts/shop.ts';
import { useStrip } from '../useStrip.ts';
import styles from './TranslatedFields.module.css';

type TranslatedFieldsProps<T extends FieldValues, Sent> = {
  /** Its values have the texts of the default language, and the others as `translations`. */
  form: UseFormReturn<T, unknown, Sent>;
  /** The names of the texts. */
  texts: readonly Path<T>[];
  /** The fields of a language. */
  children: (language: LanguageFields<T>) => ReactNode;
};

type LanguageFields<T extends FieldValues> = {
  /** The attributes of a text's field. */
  field: (text: Path<T>) => ReturnType<ReturnType<typeof fieldsOf<T, unknown>>> & FieldAttributes;
  /** What is typed. */
  value: (text: Path<T>) => string;
};

type FieldAttributes = { required: boolean; lang?: string; dir?: string; placeholder?: string };

/** Fields for texts in each language of the shop, on tabs. A shop of one language has the fields alone. */
export function TranslatedFields<T extends FieldValues, Sent>(props: TranslatedFieldsProps<T, Sent>) {
  const { form, texts, children } = props;
  const { errors } = form.formState;
  const field = fieldsOf(form);
  const typed = (name: Path<T>): string => form.watch(name) ?? '';

  if (shop.languages.length < 2) {
    return children({ field: (text) => ({ ...field(text), required: true }), value: typed });
  }

  const tabs = shop.languages.map(({ code, name }): LanguageTab => {
    const isDefault = code === DEFAULT_LANGUAGE;
    const nameOf = (text: Path<T>) => (isDefault ? text : (`translations.${code}.${text}` as Path<T>));
    const isMissing = (text: Path<T>) => typed(text).trim() !== '' && typed(nameOf(text)).trim() === '';
    return {
      code,
      name,
      missing: texts.filter(isMissing).length,
      isWrong: texts.some((text) => get(errors, nameOf(text))),
      fields: children({
        field: (text) => ({
          ...field(nameOf(text)),
          required: isDefault,
          lang: code,
          dir: languages[code].dir,
          placeholder: isDefault ? undefined : typed(text),
        }),
        value: (text) => typed(nameOf(text)),
      }),
    };
  });
  return <LanguageTabs tabs={tabs} submitCount={form.formState.submitCount} />;
}

type LanguageTab = {
  code: LanguageCode;
  name: string;
  /** How many texts lack a translation. */
  missing: number;
  /** Whether a text can't be saved. */
  isWrong: boolean;
  fields: ReactNode;
};

/** One language at a time: https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
function LanguageTabs({ tabs, submitCount }: { tabs: LanguageTab[]; submitCount: number }) {
  const [open, setOpen] = useState<string>(DEFAULT_LANGUAGE);
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
        {tabs.map(({ code, name, missing, isWrong }) => (
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
            {missing > 0 && !isWrong && (
              <span className={`regular soft text-note ${styles.missing}`}>
                {m.translations.missing({ count: missing })}
              </span>
            )}
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
            {code !== DEFAULT_LANGUAGE && <p className="soft text-note">{m.translations.fallback()}</p>}
            {children}
          </div>
        ))}
      </div>
    </div>
  );
}

const WRONG = '[role="tabpanel"]:not([hidden]) [aria-invalid="true"]';
