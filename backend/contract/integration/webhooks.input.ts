import * as yup from 'yup';
import { m } from '#messages';
import { flag, ifGiven, isUnique, list, requiredName, text } from '../values/text.ts';
import { ALL_EVENTS, WEBHOOK_URL_MAX, webhookEvents } from './webhooks.ts';

/** Whether a text is a web address, without a login in it. */
function isWebAddress(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

/** Where it leads, and whether it must be https, only the server knows. */
const url = requiredName(m.webhooks.url, WEBHOOK_URL_MAX)
  .test('address', m.webhooks.wrongUrl, isWebAddress)
  .meta({ format: 'uri' });

const event = text()
  .required(m.webhooks.wrongEvents)
  .oneOf([...webhookEvents, ALL_EVENTS] as const, m.webhooks.wrongEvents);

const events = list(event, m.webhooks.wrongEvents)
  .required(m.webhooks.eventsNeeded)
  .min(1, m.webhooks.eventsNeeded)
  .test('unique', m.webhooks.wrongEvents, isUnique)
  .test('all', m.webhooks.allAlone, (names) => names.length === 1 || !names.includes(ALL_EVENTS));

const isActive = flag(() => m.fields.flag({ name: m.webhooks.active() }));

export const webhookInput = yup.object({ url, events, isActive: isActive.optional() });
export type WebhookInput = yup.InferType<typeof webhookInput>;

/** Absent fields keep their values. */
export const editWebhookInput = yup.object({
  url: ifGiven(url),
  events: ifGiven(events),
  isActive: isActive.optional(),
});
export type EditWebhookInput = yup.InferType<typeof editWebhookInput>;
