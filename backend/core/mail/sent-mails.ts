import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '../database/db.ts';
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
        await em.fork().transactional(async (em) => {
          if (!(await record(em, mail))) return;
          if (prepare && !(await prepare())) return forget(em, mail);
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

/** @returns false if the mail is already recorded */
async function record(em: EntityManager, { reference }: Mail): Promise<boolean> {
  const recorded = await db(em)
    .insertInto('sentMail')
    .values({ reference })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('reference')
    .executeTakeFirst();
  return recorded !== undefined;
}

async function forget(em: EntityManager, { reference }: Mail): Promise<void> {
  await db(em).deleteFrom('sentMail').where('reference', '=', reference).execute();
}

/** Records a mail whose commit failed, retrying until the database returns. */
async function recordWithRetries(em: EntityManager, mail: Mail): Promise<void> {
  for (const milliseconds of TRIES) {
    await pause(milliseconds);
    try {
      await record(em.fork(), mail);
      return;
    } catch {
      // Still unreachable; the last attempt below throws.
    }
  }
  await record(em.fork(), mail);
}

/** Deletes the records of mails sent at least `olderThan` milliseconds ago; by then no job retries them. */
export async function forgetSentMails(em: EntityManager, olderThan: number): Promise<void> {
  await removeInBatches((limit) =>
    db(em)
      .deleteFrom('sentMail')
      .where('reference', 'in', ({ selectFrom }) =>
        selectFrom('sentMail').select('reference').where('sentAt', '<=', ago(olderThan)).limit(limit),
      ),
  );
}
