import type { VatRowView } from '#contract/orders/documents.ts';
import { m } from '#messages';
import { saveFile } from '../../browser/saveFile.ts';
import { call, download } from '../call.ts';
import { createRemote } from '../remote.ts';
import { succeeds } from './failure.ts';

/** Days (YYYY-MM-DD), inclusive. */
export type Period = { from: string; to: string };

const queryOf = ({ from, to }: Period) => `?${new URLSearchParams({ from, to })}`;

/** The VAT of a period. */
export const vatReport = createRemote<Period, VatRowView[]>({
  load: async (period, options) => {
    return (await call<'VatReport'>('GET', `/admin/report/vat${queryOf(period)}`, options)).rows;
  },
});

/** Downloads the report, or a line for each document. A failure shows a toast. */
export async function saveReport(name: 'vat' | 'documents', period: Period): Promise<void> {
  const path = `/admin/report/${name}.csv${queryOf(period)}`;
  const file = download(path, m.admin.exportTask());
  await succeeds(file.then((rows) => saveFile(rows, `${name}-${period.from}-${period.to}.csv`)));
}
