import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { EntityManager } from '../database/db.ts';
import { holdingLock } from '../database/locks.ts';
import { ago, queriesOn, type Table } from '../database/queries.ts';
import { removeInBatches } from '../database/remove-in-batches.ts';
import type { Mail, Mailer } from './mailer.ts';
import type { SentMailSchema } from './sent-mail.entity.ts';

const db = queriesOn<{ sentMail: Table<typeof SentMailSchema> }>();

/** Pauses before the attempts to record a sent mail, in milliseconds; their sum fits into a job's stop deadline. */
const TRIES = [100, 400, 1000, 2000];

/**
 * Makes a mailer idempotent by the mail's reference, also across processes. The row is inserted before sending and
 * committed after it, so concurrent senders wait, and a rejected mail or a crash leaves no row. Only a mail that was
 * accepted but could not be recorded is sent again, with the same Message-ID.
 */
export function sendingOnce(em: EntityManager, mailer: Mailer): Mailer {
  return {
    ...mailer,
    async send(mail, prepare) {
      let isAccepted = false;
      try {
        await holdingLock(em, async (run) => {
          const recorded = await run(record(em, mail).compile());
          if (recorded.length === 0) return;
          if (prepare && !(await prepare())) {
            await run(forget(em, mail).compile());
            return;
          }
          await mailer.send(mail);
          isAccepted = true;
        });
      } catch (error) {
        if (!isAccepted) throw error;
        await recordWithRetries(em, mail);
      }
    },
  };
}

/** Returns no row if the mail is already recorded. */
function record(em: EntityManager, { reference }: Mail) {
  return db(em)
    .insertInto('sentMail')
    .values({ reference })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('reference');
}

function forget(em: EntityManager, { reference }: Mail) {
  return db(em).deleteFrom('sentMail').where('reference', '=', reference);
}

/** Records a mail whose commit failed, retrying until the database returns. */
async function recordWithRetries(em: EntityManager, mail: Mail): Promise<void> {
  for (const milliseconds of TRIES) {
    await pause(milliseconds);
    try {
      await record(em, mail).execute();
      return;
    } catch {
      // Still unreachable; the last attempt below throws.
    }
  }
  await record(em, mail).execute();
}

/** Deletes the records of mails sent at least `olderThan` milliseconds ago; by then no job retries them. */
export function forgetSentMails(em: EntityManager, olderThan: number): Promise<void> {
  return removeInBatches(em, 'sent_mail', sql`sent_at <= ${ago(olderThan)}`);
}
