import type { VatRowView } from '#contract/orders/documents.ts';
import { toMajorUnits } from '#contract/values/money.ts';
import { m } from '#messages';
import { sendCsv } from '../../../core/csv.ts';
import { describeCalls } from '../../../core/http/calls.ts';
import { createRouter } from '../../../core/http/http.ts';
import { dayParameter } from '../../../core/http/parameters.ts';
import { queryString, type WithQuery } from '../../../core/http/query-string.ts';
import type { Storage } from '../../../core/storage/storage.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';
import { keepDocuments } from './kept-documents.ts';
import { documentColumns, exportDocuments, type Period, readVatReport, type VatRow } from './vat-report.queries.ts';

const period = { from: dayParameter, to: dayParameter };

const api = describeCalls('Reports', {
  vat: { summary: 'Read the VAT of a period', access: 'reports.read', query: period, response: 'VatReport' },
  vatFile: {
    summary: 'Export the VAT of a period',
    access: 'reports.read',
    quota: 'export',
    query: period,
    response: 'csv',
  },
  documentsFile: {
    summary: 'Export the documents of a period',
    access: 'reports.read',
    quota: 'export',
    query: period,
    response: 'csv',
  },
});

/** What the shop owes, by its documents. */
export function vatReportRoutes({ settings, storage }: { settings: ShopSettings; storage: Storage }) {
  const router = createRouter();

  router.get('/admin/report/vat', api.vat, async (ctx) => {
    const days = readPeriod(ctx);
    const { timeZone } = await settings.read(ctx.state.em);
    ctx.body = { status: 'success', rows: (await readVatReport(ctx.state.em, timeZone, days)).map(presentVat) };
  });

  router.get('/admin/report/vat.csv', api.vatFile, async (ctx) => {
    const days = readPeriod(ctx);
    const { timeZone } = await settings.read(ctx.state.em);
    const rows = await readVatReport(ctx.state.em, timeZone, days);
    await sendCsv(ctx, nameOf('vat', days), vatColumns, rowsOf(rows.map(presentVat)));
  });

  router.get('/admin/report/documents.csv', api.documentsFile, async (ctx) => {
    const days = readPeriod(ctx);
    const { em } = ctx.state;
    const { timeZone } = await settings.read(em);
    await keepDocuments(em, storage);
    await sendCsv(ctx, nameOf('documents', days), documentColumns, exportDocuments(em, timeZone, days));
  });

  return router;
}

/** @throws AppError invalid unless there are two days, one not behind the other */
function readPeriod(ctx: WithQuery): Period {
  const given = queryString(ctx);
  const [from, to] = [given.day('from'), given.day('to')];
  if (given.text('from') === undefined) given.reject('from', m.vatReport.dayMissing());
  if (given.text('to') === undefined) given.reject('to', m.vatReport.dayMissing());
  if (from !== undefined && to !== undefined && from > to) given.reject('to', m.vatReport.reversed());
  given.finish();
  return { from: from ?? '', to: to ?? '' };
}

function nameOf(what: string, { from, to }: Period): string {
  return `${what}-${from}-${to}.csv`;
}

function presentVat({ country, rateHundredths, currency, net, tax, netEur, taxEur, documents }: VatRow): VatRowView {
  return {
    country,
    rate: rateHundredths / 100,
    currency,
    net: toMajorUnits(net),
    vat: toMajorUnits(tax),
    netEur: toMajorUnits(netEur),
    vatEur: toMajorUnits(taxEur),
    documents,
  };
}

const vatColumns = ['country', 'rate', 'currency', 'net', 'vat', 'netEur', 'vatEur', 'documents'] as const;

/** Amounts are numbers, since sendCsv takes text that begins with a minus sign for a formula. */
async function* rowsOf<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}
