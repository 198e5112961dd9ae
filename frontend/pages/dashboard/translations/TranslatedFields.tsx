import type { ReactNode } from 'react';
import { type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form';
import { m } from '#messages';
import { DEFAULT_LANGUAGE, languages } from '#messages/languages.ts';
import { fieldsOf } from '../../../components/forms/Form.tsx';
import { shop } from '../../../texts/shop.ts';
import { type LanguageTab, LanguageTabs } from './LanguageTabs.tsx';

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
    const missing = texts.filter(isMissing).length;
    return {
      code,
      name,
      note: missing > 0 ? m.translations.missing({ count: missing }) : undefined,
      isWrong: texts.some((text) => get(errors, nameOf(text))),
      fields: (
        <>
          {!isDefault && <p className="soft text-note">{m.translations.fallback()}</p>}
          {children({
            field: (text) => ({
              ...field(nameOf(text)),
              required: isDefault,
              lang: code,
              dir: languages[code].dir,
              placeholder: isDefault ? undefined : typed(text),
            }),
            value: (text) => typed(nameOf(text)),
          })}
        </>
      ),
    };
  });
  return <LanguageTabs tabs={tabs} submitCount={form.formState.submitCount} />;
}
