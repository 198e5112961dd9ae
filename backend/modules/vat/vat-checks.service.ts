import { sql } from 'kysely';
import { isVatId, plainVatId, type VatCheckRecord } from '#contract/orders/vat.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { ago, prepared } from '../../core/database/queries.ts';
import { removeInBatches } from '../../core/database/remove-in-batches.ts';
import { db } from './vat.tables.ts';
import { askService, type VatQuestion, type VatService } from './vies.ts';

/** How long an answer serves, in milliseconds. */
const VALID_FOR = 60 * 60_000;
const INVALID_FOR = 5 * 60_000;

/**
 * What the EU's service says about a VAT id, or has said within the last hour; an invalid one is asked about again after five
 * minutes. Takes up to ten seconds, so call it outside of transactions.
 * @param shopVatId the shop's own, whatever its form
 */
export async function checkVatId(
  em: EntityManager,
  service: VatService,
  { vatId, shopVatId }: { vatId: string; shopVatId: string },
): Promise<VatCheckRecord> {
  const own = plainVatId(shopVatId);
  const question = { vatId, requester: isVatId(own) ? own : '' };
  const [known] = await answers(em, question.vatId, question.requester);
  if (known !== undefined) return recordOf(known);
  const answer = await askService(service, question);
  if (answer === null) return { result: 'unavailable', date: new Date().toISOString(), consultationNumber: '' };
  const kept = await db(em)
    .insertInto('vatAnswer')
    .values({ ...question, ...answer })
    .onConflict((conflict) =>
      conflict.columns(['vatId', 'requester']).doUpdateSet(({ ref }) => ({
        isValid: ref('excluded.isValid'),
        consultationNumber: ref('excluded.consultationNumber'),
        answeredAt: sql<string>`now()`,
      })),
    )
    .returning(['isValid', 'consultationNumber', 'answeredAt'])
    .executeTakeFirstOrThrow();
  return recordOf(kept);
}

/** Removes answers that no longer serve. Orders keep theirs. */
export function removeOldVatAnswers(em: EntityManager): Promise<void> {
  return removeInBatches(em, 'vat_answer', sql`answered_at <= ${ago(VALID_FOR)}`);
}

const answers = prepared((em, vatId: VatQuestion['vatId'], requester: VatQuestion['requester']) =>
  db(em)
    .selectFrom('vatAnswer')
    .select(['isValid', 'consultationNumber', 'answeredAt'])
    .where('vatId', '=', vatId)
    .where('requester', '=', requester)
    .where('answeredAt', '>', sql<string>`case when is_valid then ${ago(VALID_FOR)} else ${ago(INVALID_FOR)} end`),
);

type Kept = { isValid: boolean; consultationNumber: string; answeredAt: string };

function recordOf({ isValid, consultationNumber, answeredAt }: Kept): VatCheckRecord {
  return { result: isValid ? 'valid' : 'invalid', date: new Date(answeredAt).toISOString(), consultationNumber };
}
