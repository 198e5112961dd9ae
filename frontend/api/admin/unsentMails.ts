import { type UnsentMailColumn, type UnsentMailView, unsentMailColumns } from '#contract/shop/mails.ts';
import { m } from '#messages';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { succeeds } from './failure.ts';
import { createTable, type TableRequest } from './table.ts';
import { refreshWork } from './work.ts';

/** The mails that the shop gave up on, newest first by default. */
export const unsentMailsTable = createTable({
  load: (query, options) => call<'UnsentMails'>('GET', `/admin/unsent-mail?${query}`, options),
  columns: unsentMailColumns,
  sort: 'date',
  direction: 'desc',
  rowsOf: ({ mails }) => mails,
  onChanged: refreshWork,
});

/** Retries a mail, and removes it from the table at once. */
export function retryMail(request: TableRequest<UnsentMailColumn>, { _id }: UnsentMailView): Promise<boolean> {
  const path = `/admin/unsent-mail/${encodeURIComponent(_id)}/retry`;
  const send = () => call<'Done'>('POST', path, { task: m.unsentMails.retryTask() });
  return succeeds(unsentMailsTable.remove(request, [_id], send));
}

/** Retries all mails, not only those on this page of the table. */
export async function retryAllMails(request: TableRequest<UnsentMailColumn>): Promise<void> {
  const retry = call<'Done'>('POST', '/admin/unsent-mail/retry', { task: m.unsentMails.retryAllTask() });
  await succeeds(retry.then(({ message }) => showOnce('success', message)));
  refreshWork();
  unsentMailsTable.remote.forgetHidden();
  await unsentMailsTable.remote.reload(request);
}
