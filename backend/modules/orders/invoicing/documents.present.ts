import type { DocumentView } from '#contract/orders/documents.ts';
import { toMajorUnits } from '#contract/values/money.ts';
import { isoDate } from '../../../core/database/iso-date.ts';
import type { IssuedDocument } from './documents.queries.ts';

/** A document as the API shows it. */
export function presentDocument({ id, kind, number, date, currency, amount }: IssuedDocument): DocumentView {
  return { _id: id, kind, number, date: isoDate(date), currency, amount: toMajorUnits(amount) };
}
