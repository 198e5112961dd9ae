import type { EditWebhookInput, WebhookInput } from '#contract/integration/webhooks.input.ts';
import {
  deliveryColumns,
  type ListedWebhookView,
  type WebhookDeliveryView,
  type WebhookView,
} from '#contract/integration/webhooks.ts';
import { m } from '#messages';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { sendStep } from '../outOfDate.ts';
import { sendDangerous } from '../reauthentication.ts';
import { createRemote } from '../remote.ts';
import { succeeds } from './failure.ts';
import { createTable, createTables } from './table.ts';

const PATH = '/admin/webhook';

/** All webhooks, oldest first. */
export const webhooks = createRemote<null, ListedWebhookView[]>({
  load: async (_args, { signal }) => (await call<'Webhooks'>('GET', PATH, { signal })).webhooks,
});

/** Adds a webhook. @returns its secret, which can't be read again @throws ApiError */
export async function addWebhook(body: WebhookInput): Promise<string> {
  const options = { body, task: m.adminWebhooks.addTask() };
  const { secret } = await sendDangerous(() => call<'WebhookSecret'>('POST', PATH, options));
  await webhooks.reload(null);
  return secret ?? '';
}

/** @throws ApiError */
export async function editWebhook({ _id }: WebhookView, body: EditWebhookInput): Promise<void> {
  const options = { body, task: m.adminWebhooks.editTask() };
  const { message } = await sendStep(webhooks, null, () =>
    sendDangerous(() => call<'WebhookSaved'>('PUT', `${PATH}/${_id}`, options)),
  );
  showOnce('success', message);
  await webhooks.reload(null);
}

export function deleteWebhook({ _id }: WebhookView): Promise<boolean> {
  const send = async () => {
    const options = { task: m.adminWebhooks.deleteTask() };
    const { message } = await sendStep(webhooks, null, () =>
      sendDangerous(() => call<'Done'>('DELETE', `${PATH}/${_id}`, options)),
    );
    showOnce('success', message);
    await webhooks.reload(null);
  };
  return succeeds(send());
}

/** Gives a webhook another secret. @returns it; it can't be read again @throws ApiError */
export async function rotateSecret({ _id }: WebhookView): Promise<string> {
  const options = { task: m.adminWebhooks.rotateTask() };
  return (await sendDangerous(() => call<'WebhookSecret'>('POST', `${PATH}/${_id}/rotate`, options))).secret ?? '';
}

/** Sends a test. @returns the id of its delivery @throws ApiError */
export async function sendTest({ _id }: WebhookView): Promise<string> {
  const options = { task: m.adminWebhooks.testTask() };
  return (await call<'WebhookQueued'>('POST', `${PATH}/${_id}/test`, options)).webhookId;
}

/** What was sent to a webhook: a row for each try, newest first. */
export const deliveriesOf = createTables((id) =>
  createTable({
    load: (query, options) =>
      call<'WebhookDeliveries'>('GET', `/admin/webhook/${encodeURIComponent(id)}/deliveries?${query}`, options),
    columns: deliveryColumns,
    sort: 'date',
    direction: 'desc',
    rowsOf: ({ deliveries }) => deliveries,
  }),
);

/** Sends an event again, with the same bytes and the same id. @returns whether it will be sent */
export function replay({ _id }: WebhookDeliveryView): Promise<boolean> {
  const send = async () => {
    const options = { task: m.adminWebhooks.replayTask() };
    const { message } = await call<'WebhookQueued'>('POST', `/admin/webhook-delivery/${_id}/replay`, options);
    showOnce('success', message);
  };
  return succeeds(send());
}
