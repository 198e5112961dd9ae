import { yupResolver } from '@hookform/resolvers/yup';
import { useId, useState } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { type WebhookInput, webhookInput } from '#contract/integration/webhooks.input.ts';
import { ALL_EVENTS, WEBHOOK_URL_MAX, type WebhookView } from '#contract/integration/webhooks.ts';
import { m } from '#messages';
import { addWebhook, editWebhook } from '../../../api/admin/webhooks.ts';
import { Field, FieldNote } from '../../../components/forms/Field.tsx';
import { Form, FormActions, fieldsOf } from '../../../components/forms/Form.tsx';
import { SwitchField } from '../../../components/forms/SwitchField.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import { changedValues } from '../../../stores/changedValues.ts';
import { Secret } from '../integrations/Secret.tsx';
import { eventGroups, eventText } from './eventTexts.ts';
import styles from './WebhookForm.module.css';

/** The form keeps the chosen events while all are. */
type FormValues = { url: string; isAll: boolean; events: WebhookInput['events']; isActive: boolean };

const check = yupResolver(webhookInput);

const resolver: Resolver<FormValues, unknown, WebhookInput> = (values, context, options) =>
  // Its fields are those of the form.
  (check as unknown as Resolver<WebhookInput, unknown, WebhookInput>)(
    webhookOf(values),
    context,
    options as never,
  ) as never;

function webhookOf({ isAll, ...values }: FormValues): WebhookInput {
  return isAll ? { ...values, events: [ALL_EVENTS] } : values;
}

/** Edits a webhook, or adds one and then shows its secret. */
export function WebhookForm({ webhook, onClose }: { webhook: WebhookView | null; onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const id = useId();
  const isAll = webhook?.events.includes(ALL_EVENTS) ?? false;
  const [shown] = useState<FormValues>({
    url: webhook?.url ?? '',
    isAll,
    events: isAll ? [] : (webhook?.events ?? []),
    isActive: webhook?.isActive ?? true,
  });
  const form = useForm({ resolver, defaultValues: shown });
  const field = fieldsOf(form);
  const areAllChosen = useWatch({ control: form.control, name: 'isAll' });

  const submit = submitOf(form, async (input) => {
    if (webhook === null) return setSecret(await addWebhook(input));
    await editWebhook(webhook, changedValues(webhookOf(shown), input));
    onClose();
  });

  if (secret !== null) {
    return (
      <Secret label={m.adminWebhooks.secret()} secret={secret} text={m.adminWebhooks.copySecret()} onClose={onClose} />
    );
  }
  const error = form.formState.errors.events?.message;
  return (
    <Form onSubmit={submit}>
      <Field
        {...field('url')}
        label={m.adminWebhooks.address()}
        hint={m.adminWebhooks.addressHint()}
        type="url"
        dir="ltr"
        maxLength={WEBHOOK_URL_MAX}
        autoComplete="off"
        spellCheck={false}
        required
      />
      <fieldset className="stack" aria-describedby={error && `${id}-note`}>
        <legend className={`medium text-compact ${styles.legend}`}>{m.adminWebhooks.events()}</legend>
        <FieldNote id={id} error={error} />
        <SwitchField {...field('isAll')} label={m.adminWebhooks.allEvents()} hint={m.adminWebhooks.allEventsHint()} />
        {!areAllChosen &&
          eventGroups.map(({ name, events }) => (
            <fieldset key={name()} className="stack gap-2">
              <legend className={`soft text-note ${styles.legend}`}>{name()}</legend>
              <div className={styles.events}>
                {events.map((event) => (
                  <SwitchField key={event} {...form.register('events')} value={event} label={eventText(event)} />
                ))}
              </div>
            </fieldset>
          ))}
      </fieldset>
      <SwitchField {...field('isActive')} label={m.adminWebhooks.isActive()} />
      <FormActions form={form} action={webhook ? m.common.save() : m.common.add()} onCancel={onClose} />
    </Form>
  );
}
