import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { DEFAULT_LANGUAGE, type LanguageCode, languageCodes, languages, shopLanguages } from '#messages/languages.ts';
import { saveSettings } from '../../../api/admin/settings.ts';
import { Button } from '../../../components/Button.tsx';
import { InlineError } from '../../../components/feedback/InlineError.tsx';
import { Form } from '../../../components/forms/Form.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import { useUnsavedChangesPrompt } from '../../../components/forms/useUnsavedChangesPrompt.tsx';
import { TitledPanel } from '../../../components/TitledPanel.tsx';
import styles from './ShopPage.module.css';

/** Switches the languages of the shop on and off. */
export function LanguagesForm({ spoken }: { spoken: readonly LanguageCode[] }) {
  const form = useForm({ defaultValues: { others: spoken.filter((code) => code !== DEFAULT_LANGUAGE) } });
  const { isSubmitting, isDirty, errors } = form.formState;
  const choices = languageCodes.filter((code) => shopLanguages.includes(code) || spoken.includes(code));

  const submit = submitOf(form, ({ others }) => saveSettings({ languages: [DEFAULT_LANGUAGE, ...others] }));

  useUnsavedChangesPrompt(isDirty && !isSubmitting);
  return (
    <TitledPanel title={m.shopDetails.languages()} lead={m.shopDetails.languagesLead()} className="padded narrow">
      <Form onSubmit={submit}>
        <fieldset className="divided" aria-label={m.shopDetails.languages()}>
          {choices.map((code) => {
            const isDefault = code === DEFAULT_LANGUAGE;
            return (
              <label key={code} className={`row ${styles.language}`}>
                <input
                  type="checkbox"
                  value={code}
                  {...(isDefault ? { checked: true, disabled: true } : form.register('others'))}
                />
                <span className="grow" lang={code}>
                  {languages[code].name}
                </span>
                {isDefault && <span className="soft text-note">{m.shopDetails.alwaysOn()}</span>}
              </label>
            );
          })}
        </fieldset>
        <InlineError>{errors.root?.message}</InlineError>
        <div>
          <Button type="submit" variant="primary" busy={isSubmitting} disabled={!isDirty}>
            {m.common.save()}
          </Button>
        </div>
      </Form>
    </TitledPanel>
  );
}
