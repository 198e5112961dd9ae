import type { Period } from '../faults/storm.ts';
import type { Journal } from '../journal.ts';
import type { Evidence, Mail } from './evidence.ts';
import { checkPresence, countBy, type Finding } from './finding.ts';

export type MailFindings = {
  findings: Finding[];
  /** Mails that came twice where nobody could know that they had come: the shop, or its way to know, was lost just then. */
  excusedDoubles: number;
};

/** Faults between a mail's arrival at the mail server and the commit of its row in the ledger, and the mails each can double. */
const EXCUSES: { kinds: RegExp; most: number }[] = [
  // A worker sends two at once, and there are two workers.
  { kinds: /^kill -9 of a worker|^SIGTERM rollout of a worker/, most: 2 },
  { kinds: /PostgreSQL/, most: 4 },
];
/** Milliseconds between a mail's arrival and the fault that doubles it: as long as the mail server may take for a step. */
const NEAR = 10_000;

/** One email for every reset request and every paid order, none for others, and two only where that could not be known. */
export function checkMails(
  { mails, orders, users }: Evidence,
  journal: Journal,
  { periods, unanswered }: { periods: Period[]; unanswered: string[] },
): MailFindings {
  const resets = mails.filter(({ messageId }) => messageId.startsWith('<password-reset-'));
  const confirmations = mails.filter(({ messageId }) => messageId.startsWith('<order-paid-'));
  const unique = (list: Mail[]) => [...new Map(list.map((mail) => [mail.messageId, mail])).values()];
  const known = new Set(users.map(({ email }) => email));

  const ofResets = checkPresence(
    'reset emails',
    journal.resets.filter(({ email }) => known.has(email)).map(({ email, outcome }) => ({ key: email, outcome })),
    countBy(unique(resets), ({ to }) => to),
  );
  const ofOrders = checkPresence(
    'order confirmations',
    orders.map(({ id, state }) => ({ key: id, outcome: state === 'paid' ? 'acknowledged' : 'refused' })),
    countBy(unique(confirmations), ({ messageId }) => messageId.slice('<order-paid-'.length).replace(/@.*/, '')),
  );

  const answersMissing = countBy(unanswered, (messageId) => messageId);
  let excusedDoubles = 0;
  let ofFaults = 0;
  for (const [finding, list] of [
    [ofResets, resets],
    [ofOrders, confirmations],
  ] as const) {
    for (const [messageId, copies] of Map.groupBy(list, (mail) => mail.messageId)) {
      const arrivals = copies.map(arrivalOf).sort((one, other) => one - other);
      // The last copy is the one that counts; each one before it must have been lost sight of.
      const near = arrivals.slice(0, -1).filter((arrival) => periods.some((period) => excuses(period, arrival)));
      const missing = answersMissing.get(messageId) ?? 0;
      const repeats = copies.length - 1;
      if (repeats > missing + near.length) {
        finding.doubled.push(`${messageId} came ${copies.length} times`);
      } else {
        excusedDoubles += repeats;
        ofFaults += Math.max(0, repeats - missing);
      }
    }
  }
  const most = periods.reduce((sum, { kind }) => sum + mostOf(kind), 0);
  if (ofFaults > most) ofOrders.doubled.push(`${ofFaults} emails came twice, the faults explain ${most}`);
  return { findings: [ofResets, ofOrders], excusedDoubles };
}

/** How many mails one fault of this kind can double. */
function mostOf(kind: string): number {
  return EXCUSES.find(({ kinds }) => kinds.test(kind))?.most ?? 0;
}

function excuses({ kind, begin, end }: Period, arrival: number): boolean {
  return mostOf(kind) > 0 && begin - NEAR <= arrival && arrival <= end + NEAR;
}

/** In milliseconds since 1970: the names in the mailbox are UUIDs of version 7 (RFC 9562), which begin with it. */
function arrivalOf({ file }: Mail): number {
  return Number.parseInt(file.replace('-', '').slice(0, 12), 16);
}
