import { yupResolver } from '@hookform/resolvers/yup';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { string } from 'yup';
import { apiKeyInput } from '#contract/integration/api-keys.input.ts';
import { API_KEY_NAME_MAX } from '#contract/integration/api-keys.ts';
import { type Scope, scopes } from '#contract/integration/scopes.ts';
import { m } from '#messages';
import { addApiKey } from '../../../api/admin/apiKeys.ts';
import { Field, FieldNote } from '../../../components/forms/Field.tsx';
import { Form, FormActions, fieldsOf } from '../../../components/forms/Form.tsx';
import { SelectField } from '../../../components/forms/SelectField.tsx';
import { SwitchField } from '../../../components/forms/SwitchField.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import { Secret } from '../integrations/Secret.tsx';
import styles from './ApiKeyForm.module.css';
import { scopeTexts } from './scopeTexts.ts';

const DAY = 24 * 60 * 60 * 1000;

/** How many days a key can last. */
const lives = [30, 90, 365];

/** The form holds the days until the key expires; '' for never. */
const formInput = apiKeyInput.omit(['expiresAt']).shape({ days: string().defined() });

/** Adds a key, then shows its secret. */
export function ApiKeyForm({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const id = useId();
  const form = useForm({
    resolver: yupResolver(formInput),
    defaultValues: { name: '', scopes: [] as Scope[], days: '' },
  });
  const field = fieldsOf(form);
  const submit = submitOf(form, async ({ days, ...input }) => {
    const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * DAY).toISOString();
    setSecret(await addApiKey({ ...input, expiresAt }));
  });
  if (secret !== null) {
    return <Secret label={m.apiKeys.secret()} secret={secret} text={m.apiKeys.copyNow()} onClose={onClose} />;
  }
  const error = form.formState.errors.scopes?.message;
  return (
    <Form onSubmit={submit}>
      <Field
        {...field('name')}
        label={m.apiKeys.name()}
        hint={m.apiKeys.nameHint()}
        maxLength={API_KEY_NAME_MAX}
        autoComplete="off"
        required
      />
      <fieldset className="stack gap-3" aria-describedby={error && `${id}-note`}>
        <legend className={`medium text-compact ${styles.legend}`}>{m.apiKeys.scopes()}</legend>
        <div className={styles.scopes}>
          {scopes.map((scope) => (
            <SwitchField
              key={scope}
              {...form.register('scopes')}
              value={scope}
              label={scopeTexts[scope].name()}
              hint={scopeTexts[scope].hint()}
            />
          ))}
        </div>
        <FieldNote id={id} error={error} />
      </fieldset>
      <SelectField {...field('days')} label={m.apiKeys.expires()} hint={m.apiKeys.expiresHint()}>
        <option value="">{m.apiKeys.never()}</option>
        {lives.map((days) => (
          <option key={days} value={days}>
            {m.apiKeys.inDays({ days })}
          </option>
        ))}
      </SelectField>
      <FormActions form={form} action={m.common.add()} onCancel={onClose} />
    </Form>
  );
}
