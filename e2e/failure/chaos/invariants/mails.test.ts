import { beforeEach, expect, test } from 'vitest';
import type { Period } from '../faults/storm.ts';
import { Journal } from '../journal.ts';
import type { Evidence, Mail } from './evidence.ts';
import { checkMails } from './mails.ts';

const SECOND = 1000;
const noon = Date.UTC(2026, 0, 1, 12);
const messageId = '<order-paid-bread@127.0.0.1>';
const kill: Period = { kind: 'kill -9 of a worker with its relay', begin: noon, end: noon + 2 * SECOND };

let mails: Mail[];
let evidence: Evidence;
beforeEach(() => {
  mails = [];
  evidence = {
    mails,
    orders: [{ id: 'bread', email: '', state: 'paid', amount: 1, intentId: null, lines: [] }],
    users: [],
  } as unknown as Evidence;
});

/** Lets a confirmation of the order arrive so many milliseconds after noon. The mailbox lists the newest first. */
function arrive(milliseconds: number): void {
  const time = (noon + milliseconds).toString(16).padStart(12, '0');
  const file = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(mails.length).padStart(12, '0')}.eml`;
  mails.unshift({ file, to: 'ann@example.com', subject: 'Your order', messageId });
}

function check({ periods = [], unanswered = [] }: { periods?: Period[]; unanswered?: string[] } = {}) {
  const { findings, excusedDoubles } = checkMails(evidence, new Journal(), { periods, unanswered });
  return { excusedDoubles, lost: findings.flatMap(({ lost }) => lost), doubled: findings.flatMap((f) => f.doubled) };
}

test('one mail is correct, and no mail is a loss', () => {
  expect(check().lost).toEqual(['bread']);
  arrive(0);
  expect(check()).toEqual({ excusedDoubles: 0, lost: [], doubled: [] });
});

test('a mail may repeat once for each answer that was cut off, however much later', () => {
  arrive(SECOND);
  arrive(60 * SECOND);
  expect(check({ unanswered: [messageId] })).toEqual({ excusedDoubles: 1, lost: [], doubled: [] });
  expect(check({ unanswered: ['<order-paid-butter@127.0.0.1>'] }).doubled).toEqual([`${messageId} came 2 times`]);
  arrive(120 * SECOND);
  expect(check({ unanswered: [messageId] }).doubled).toEqual([`${messageId} came 3 times`]);
});

test('a mail may repeat if its worker dies while sending, however much later', () => {
  arrive(SECOND);
  arrive(60 * SECOND);
  expect(check({ periods: [kill] })).toEqual({ excusedDoubles: 1, lost: [], doubled: [] });
});

test('a mail that was sent undisturbed may not repeat, even near a fault', () => {
  arrive(-60 * SECOND);
  arrive(SECOND);
  expect(check({ periods: [kill] }).doubled).toEqual([`${messageId} came 2 times`]);
});

test('a fault explains at most as many repeats as a worker sends at once', () => {
  for (const second of [1, 2, 3, 4]) arrive(second * SECOND);
  expect(check({ periods: [kill] }).doubled).toEqual(['3 emails came twice, the faults explain 2']);
  expect(check({ periods: [kill, kill] }).doubled).toEqual([]);
});
