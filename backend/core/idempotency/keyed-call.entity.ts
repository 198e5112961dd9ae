import { defineEntity, p } from '@mikro-orm/core';
import { now } from '../database/columns.ts';

/** A call with an Idempotency-Key that has changed something. */
export const KeyedCall = defineEntity({
  name: 'KeyedCall',
  properties: {
    /** Of caller, method, path and key. */
    hash: p.text().primary(),
    /** The one run of the call that counts. */
    runId: p.uuid(),
    /** SHA-256 of the body as received. */
    bodyHash: p.text(),
    /** JSON, without secrets. Null until the call has ended: for good, if its process was killed before. */
    answer: p.text().nullable(),
    createdAt: now().index(),
  },
});
