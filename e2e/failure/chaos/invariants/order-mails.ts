import type { Journal } from '../journal.ts';
import type { Evidence } from './evidence.ts';
import { checkPresence, countBy, type Finding } from './finding.ts';

/** The references of emails that admins can send again. */
const LISTED = /^order-(paid|shipped|refunded|canceled|return)-/;
const RESENT = 'order-mail-resent-';

/** Checks that orders list the emails that their shoppers were sent, and that requests to send one again sent one. */
export function checkOrderMails({ mails, listedMails, resends }: Evidence, journal: Journal): Finding[] {
  const references = mails.map(({ messageId }) => messageId.replace(/^<|@.*$/g, ''));
  const sent = new Set(references.filter((reference) => LISTED.test(reference)));
  const listed = checkPresence(
    'emails listed at their orders',
    [...sent].map((key) => ({ key, outcome: 'acknowledged' })),
    countBy(listedMails, (reference) => reference),
  );
  listed.wrong = listedMails
    .filter((reference) => !sent.has(reference))
    .map((reference) => `${reference} was not sent`);

  const requested = checkPresence(
    'requests to send an email again',
    journal.resends,
    countBy(resends, ({ key }) => key),
  );
  const resent = checkPresence(
    'emails sent again',
    resends.map(({ id }) => ({ key: RESENT + id, outcome: 'acknowledged' })),
    countBy([...new Set(references)], (reference) => reference),
  );
  resent.wrong = resends.filter(({ isSent }) => !isSent).map(({ id }) => `${id} is not recorded as sent`);
  return [listed, requested, resent];
}
