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
/** Milliseconds between a mail's arrival and the fault that doubles it: a step of the mail server may take 10 s. */
const NEAR = { before: 12_000, after: 2000 };

/** One email for every reset request and every paid order, none for others, and two only where that could not be known. */
export function checkMails(
  { mails, orders, users }: Evidence,
  journal: Journal,
  { periods, cutDeliveries }: { periods: Period[]; cutDeliveries: number },
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

  let excusedDoubles = 0;
  for (const [finding, list] of [
    [ofResets, resets],
    [ofOrders, confirmations],
  ] as const) {
    for (const [messageId, copies] of Map.groupBy(list, (mail) => mail.messageId)) {
      if (copies.length === 1) continue;
      const isExcused = copies.slice(0, -1).every((copy) => periods.some((period) => excuses(period, copy)));
      if (isExcused) excusedDoubles += copies.length - 1;
      else finding.doubled.push(`${messageId} came ${copies.length} times`);
    }
  }
  const most = boundOf(periods, cutDeliveries);
  if (excusedDoubles > most) {
    ofOrders.doubled.push(`${excusedDoubles} emails came twice, the faults explain ${most}`);
  }
  return { findings: [ofResets, ofOrders], excusedDoubles };
}

function boundOf(periods: Period[], cutDeliveries: number): number {
  return periods.reduce(
    (sum, { kind }) => sum + (EXCUSES.find(({ kinds }) => kinds.test(kind))?.most ?? 0),
    cutDeliveries,
  );
}

function excuses({ kind, begin, end }: Period, mail: Mail): boolean {
  const arrival = arrivalOf(mail);
  const isSuch = kind.includes('mid-delivery') || EXCUSES.some(({ kinds }) => kinds.test(kind));
  return isSuch && begin - NEAR.after <= arrival && arrival <= end + NEAR.before;
}

/** In milliseconds since 1970: the names in the mailbox are UUIDs of version 7 (RFC 9562), which begin with it. */
function arrivalOf({ file }: Mail): number {
  return Number.parseInt(file.replace('-', '').slice(0, 12), 16);
}
