import type { ApiKeyInput } from '#contract/integration/api-keys.input.ts';
import type { ApiKeyView } from '#contract/integration/api-keys.ts';
import { m } from '#messages';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { sendStep } from '../outOfDate.ts';
import { sendDangerous } from '../reauthentication.ts';
import { createRemote } from '../remote.ts';
import { useRemote } from '../useRemote.ts';
import { succeeds } from './failure.ts';

const all = createRemote<null, ApiKeyView[]>({
  load: async (_args, { signal }) => (await call<'ApiKeys'>('GET', '/admin/api-key', { signal })).apiKeys,
});

/** All API keys, newest first. */
export function useApiKeys() {
  return useRemote(all, null);
}

/** Adds a key. @returns its secret, which can't be read again @throws ApiError */
export async function addApiKey(body: ApiKeyInput): Promise<string> {
  const options = { body, task: m.apiKeys.addTask() };
  const { secret } = await sendDangerous(() => call<'ApiKeyAdded'>('POST', '/admin/api-key', options));
  await all.reload(null);
  return secret ?? '';
}

export function deleteApiKey({ _id }: ApiKeyView): Promise<boolean> {
  const send = async () => {
    const options = { task: m.apiKeys.deleteTask() };
    const { message } = await sendStep(all, null, () =>
      sendDangerous(() => call<'Done'>('DELETE', `/admin/api-key/${_id}`, options)),
    );
    showOnce('success', message);
    await all.reload(null);
  };
  return succeeds(send());
}
