import { type UnsentMailColumn, type UnsentMailView, unsentMailColumns } from '#contract/mails.ts';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { succeeds } from './failure.ts';
import { adminFallback } from './messages.ts';
import { createTable, type TableRequest } from './table.ts';

/** The mails that the shop gave up on, newest first by default. */
export const unsentMailsTable = createTable({
  path: '/admin/unsent-mail',
  columns: unsentMailColumns,
  sort: 'date',
  direction: 'desc',
  rowsOf: ({ mails }: { mails: UnsentMailView[] }) => mails,
});

/** Retries a mail, and removes it from the table at once. */
export function retryMail(request: TableRequest<UnsentMailColumn>, { _id }: UnsentMailView): Promise<boolean> {
  const path = `/admin/unsent-mail/${encodeURIComponent(_id)}/retry`;
  const send = () => call<{ message: string }>('POST', path, { fallback: adminFallback.retryMail, quiet: true });
  return succeeds(unsentMailsTable.remove(request, [_id], send));
}

/** Retries all mails, not only those on this page of the table. */
export async function retryAllMails(request: TableRequest<UnsentMailColumn>): Promise<void> {
  const options = { fallback: adminFallback.retryAllMails, quiet: true };
  await succeeds(
    call<{ message: string }>('POST', '/admin/unsent-mail/retry', options).then(({ message }) =>
      showOnce('success', message),
    ),
  );
  unsentMailsTable.remote.forgetHidden();
  await unsentMailsTable.remote.reload(request);
}
