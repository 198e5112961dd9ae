import { useWatch } from 'react-hook-form';
import { m } from '#messages';
import { DEFAULT_LANGUAGE, languageCodes, languages, shopLanguages } from '#messages/languages.ts';
import { FieldNote } from '../../../components/forms/Field.tsx';
import styles from './ShopPage.module.css';
import type { PartProps } from './settingsValues.ts';

/** Switches the languages of the shop on and off. */
export function Languages({ form }: PartProps) {
  const spoken = useWatch({ control: form.control, name: 'languages' });
  const { defaultValues, errors } = form.formState;
  const choices = languageCodes.filter(
    (code) => shopLanguages.includes(code) || defaultValues?.languages?.includes(code),
  );
  const change = (chosen: boolean, code: (typeof languageCodes)[number]) => {
    const others = chosen ? [...spoken, code] : spoken.filter((other) => other !== code);
    form.setValue('languages', inOrder(others), { shouldDirty: true });
  };
  return (
    <fieldset className="divided" aria-label={m.shopSettings.languages()}>
      {choices.map((code) => (
        <label key={code} className={`row ${styles.language}`}>
          <input
            type="checkbox"
            checked={spoken.includes(code)}
            disabled={code === DEFAULT_LANGUAGE}
            onChange={({ target }) => change(target.checked, code)}
          />
          <span className="grow" lang={code}>
            {languages[code].name}
          </span>
          {code === DEFAULT_LANGUAGE && <span className="soft text-note">{m.shopSettings.alwaysOn()}</span>}
        </label>
      ))}
      <FieldNote id="languages" error={errors.languages?.message} />
    </fieldset>
  );
}

/** In the order in which the server answers them, so that switching one off and on again changes nothing. */
function inOrder(codes: readonly string[]) {
  return languageCodes.filter((code) => codes.includes(code));
}
