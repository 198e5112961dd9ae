import type { FaultWindow } from '../faults/storm.ts';
import type { Journal } from '../journal.ts';
import type { Evidence, Mail } from './evidence.ts';
import { checkPresence, countBy, type Finding } from './finding.ts';
import { paymentsToTell } from './orders.ts';

export type MailFindings = {
  findings: Finding[];
  /** Duplicates that the shop could not prevent, because a fault lost the confirmation or its record. */
  excusedDuplicates: number;
};

/** Faults that can strike between a mail's arrival and the commit of its ledger row, and the duplicates each can cause. */
const EXCUSES: { kinds: RegExp; max: number }[] = [
  // A worker sends two mails at once, and there are two workers.
  { kinds: /^kill -9 of a worker|^SIGTERM restart of a worker/, max: 2 },
  { kinds: /PostgreSQL/, max: 4 },
];
/** The maximum milliseconds between a mail's arrival and the fault: the timeout of one SMTP step. */
const NEAR = 10_000;

/** Checks for one email per reset request, paid order and decided report, and no others. Only some faults excuse a duplicate. */
export function checkMails(
  evidence: Evidence,
  journal: Journal,
  { windows, unconfirmed }: { windows: FaultWindow[]; unconfirmed: string[] },
): MailFindings {
  const { mails, reports, users } = evidence;
  const resets = mails.filter(({ messageId }) => messageId.startsWith('<password-reset-'));
  const confirmations = mails.filter(({ messageId }) => messageId.startsWith('<order-paid-'));
  const decisions = mails.filter(({ messageId }) => messageId.startsWith('<report-decision-'));
  const unique = (list: Mail[]) => [...new Map(list.map((mail) => [mail.messageId, mail])).values()];
  const known = new Set(users.map(({ email }) => email));

  const resetFinding = checkPresence(
    'reset emails',
    journal.resets.filter(({ email }) => known.has(email)).map(({ email, outcome }) => ({ key: email, outcome })),
    countBy(unique(resets), ({ to }) => to),
  );
  const confirmationFinding = checkPresence(
    'order confirmations',
    paymentsToTell(evidence),
    countBy(unique(confirmations), ({ messageId }) => messageId.slice('<order-paid-'.length).replace(/@.*/, '')),
  );
  const decisionFinding = checkPresence(
    'emails of decisions',
    reports.map(({ id, email, decision }) => {
      return { key: id, outcome: email !== null && decision !== null ? 'acknowledged' : 'refused' };
    }),
    countBy(unique(decisions), ({ messageId }) => messageId.slice('<report-decision-'.length).replace(/@.*/, '')),
  );

  const lostConfirmations = countBy(unconfirmed, (messageId) => messageId);
  let excusedDuplicates = 0;
  let dueToFaults = 0;
  for (const [finding, list] of [
    [resetFinding, resets],
    [confirmationFinding, confirmations],
    [decisionFinding, decisions],
  ] as const) {
    for (const [messageId, copies] of Map.groupBy(list, (mail) => mail.messageId)) {
      const arrivals = copies.map(arrivalOf).sort((one, other) => one - other);
      // A fault must explain each copy but the last.
      const near = arrivals.slice(0, -1).filter((arrival) => windows.some((window) => excuses(window, arrival)));
      const unconfirmedCopies = lostConfirmations.get(messageId) ?? 0;
      const duplicates = copies.length - 1;
      if (duplicates > unconfirmedCopies + near.length) {
        finding.duplicated.push(`${messageId} arrived ${copies.length} times`);
      } else {
        excusedDuplicates += duplicates;
        dueToFaults += Math.max(0, duplicates - unconfirmedCopies);
      }
    }
  }
  const limit = windows.reduce((sum, { kind }) => sum + maxDuplicates(kind), 0);
  if (dueToFaults > limit) {
    confirmationFinding.duplicated.push(`${dueToFaults} duplicate emails, but the faults excuse only ${limit}`);
  }
  return { findings: [resetFinding, confirmationFinding, decisionFinding], excusedDuplicates };
}

/** How many duplicates one fault of this kind can cause. */
function maxDuplicates(kind: string): number {
  return EXCUSES.find(({ kinds }) => kinds.test(kind))?.max ?? 0;
}

function excuses({ kind, begin, end }: FaultWindow, arrival: number): boolean {
  return maxDuplicates(kind) > 0 && begin - NEAR <= arrival && arrival <= end + NEAR;
}

/** In milliseconds since 1970. The mailbox names files by UUID version 7 (RFC 9562), which starts with the time. */
function arrivalOf({ file }: Mail): number {
  return Number.parseInt(file.replace('-', '').slice(0, 12), 16);
}
