import type { EntityManager } from './db.ts';
import type { Mailer } from './mailer.ts';

/**
 * A mailer that sends each mail once, by its reference, however often and by however many processes at once it is asked
 * to. The row is written before the mail and committed after it: who asks meanwhile waits for the row's fate, and when
 * the mail server refuses, or the process dies, there never was one. Only a mail that was taken and whose row could not
 * be committed any more is sent again, under the same Message-ID.
 */
export function sendingOnce(em: EntityManager, mailer: Mailer): Mailer {
  return {
    ...mailer,
    async send(mail) {
      await em.fork().transactional(async (em) => {
        const isNew = await em.execute<unknown[]>(
          'insert into sent_mail (reference) values (?) on conflict (reference) do nothing returning reference',
          [mail.reference],
        );
        if (isNew.length > 0) await mailer.send(mail);
      });
    },
  };
}

/** Forgets mails that were sent at least `olderThan` milliseconds ago: by then nobody asks to send them again. */
export async function forgetSentMails(em: EntityManager, olderThan: number): Promise<void> {
  await em.execute('delete from sent_mail where sent_at <= now() - make_interval(secs => ?)', [olderThan / 1000]);
}
