import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from './db.ts';
import type { Mail, Mailer } from './mailer.ts';
import { ago, queriesOn, type Table } from './queries.ts';
import type { SentMailSchema } from './sent-mail.entity.ts';

const db = queriesOn<{ sentMail: Table<typeof SentMailSchema> }>();

/** Milliseconds between the tries to write down a mail that is sent already: together less than a stop gives a job. */
const TRIES = [100, 400, 1000, 2000];

/**
 * A mailer that sends each mail once, by its reference, however often and by however many processes at once it is asked
 * to. The row is written before the mail and committed after it: who asks meanwhile waits for the row's fate, and when
 * the mail server refuses, or the process dies, there never was one. Only a mail that was taken and whose row could not
 * be committed any more is sent again, under the same Message-ID.
 */
export function sendingOnce(em: EntityManager, mailer: Mailer): Mailer {
  return {
    ...mailer,
    async send(mail, prepare) {
      let isTaken = false;
      try {
        await em.fork().transactional(async (em) => {
          if (!(await writeDown(em, mail))) return;
          if (prepare && !(await prepare())) return forget(em, mail);
          await mailer.send(mail);
          isTaken = true;
        });
      } catch (error) {
        if (!isTaken) throw error;
        await writeDownAfterwards(em, mail);
      }
    },
  };
}

/** @returns false if the mail was written down already */
async function writeDown(em: EntityManager, { reference }: Mail): Promise<boolean> {
  const written = await db(em)
    .insertInto('sentMail')
    .values({ reference })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('reference')
    .executeTakeFirst();
  return written !== undefined;
}

async function forget(em: EntityManager, { reference }: Mail): Promise<void> {
  await db(em).deleteFrom('sentMail').where('reference', '=', reference).execute();
}

/** The database was lost between the mail and the commit: whoever still knows of the mail says so once it is back. */
async function writeDownAfterwards(em: EntityManager, mail: Mail): Promise<void> {
  for (const milliseconds of TRIES) {
    await pause(milliseconds);
    try {
      await writeDown(em.fork(), mail);
      return;
    } catch {
      // Still away; the last try below tells.
    }
  }
  await writeDown(em.fork(), mail);
}

/** Forgets mails that were sent at least `olderThan` milliseconds ago: by then nobody asks to send them again. */
export async function forgetSentMails(em: EntityManager, olderThan: number): Promise<void> {
  await db(em).deleteFrom('sentMail').where('sentAt', '<=', ago(olderThan)).execute();
}
