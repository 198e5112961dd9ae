import { beforeEach, expect, test } from 'vitest';
import type { FaultWindow } from '../faults/storm.ts';
import { Journal } from '../journal.ts';
import type { Evidence, Mail } from './evidence.ts';
import { checkMails } from './mails.ts';

const SECOND = 1000;
const noon = Date.UTC(2026, 0, 1, 12);
const messageId = '<order-paid-bread@127.0.0.1>';
const kill: FaultWindow = { kind: 'kill -9 of a worker with its relay', begin: noon, end: noon + 2 * SECOND };

let mails: Mail[];
let evidence: Evidence;
beforeEach(() => {
  mails = [];
  evidence = {
    mails,
    orders: [{ id: 'bread', email: '', state: 'paid', amount: 1, refunded: 0, intentId: null, lines: [] }],
    events: [],
    reports: [],
    users: [],
  } as unknown as Evidence;
});

/** Adds a confirmation that arrives this many milliseconds after noon. The mailbox lists the newest first. */
function arrive(milliseconds: number): void {
  const time = (noon + milliseconds).toString(16).padStart(12, '0');
  const file = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(mails.length).padStart(12, '0')}.eml`;
  mails.unshift({ file, to: 'ann@example.com', subject: 'Your order', messageId });
}

function check({ windows = [], unconfirmed = [] }: { windows?: FaultWindow[]; unconfirmed?: string[] } = {}) {
  const { findings, excusedDuplicates } = checkMails(evidence, new Journal(), { windows, unconfirmed });
  return {
    excusedDuplicates,
    lost: findings.flatMap(({ lost }) => lost),
    duplicated: findings.flatMap((f) => f.duplicated),
  };
}

test('expects one mail, and reports a missing one as lost', () => {
  expect(check().lost).toEqual(['bread']);
  arrive(0);
  expect(check()).toEqual({ excusedDuplicates: 0, lost: [], duplicated: [] });
});

test('expects none of an order that was refunded at once because it was paid too late for its prices', () => {
  const payload = { orderId: 'bread', isOutdated: true } as unknown as Record<string, string>;
  evidence.events = [{ id: 'e', name: 'order.canceled', payload, isDone: true, failure: null }];
  expect(check().lost).toEqual([]);
});

test('each lost confirmation excuses one duplicate, at any later time', () => {
  arrive(SECOND);
  arrive(60 * SECOND);
  expect(check({ unconfirmed: [messageId] })).toEqual({ excusedDuplicates: 1, lost: [], duplicated: [] });
  expect(check({ unconfirmed: ['<order-paid-butter@127.0.0.1>'] }).duplicated).toEqual([
    `${messageId} arrived 2 times`,
  ]);
  arrive(120 * SECOND);
  expect(check({ unconfirmed: [messageId] }).duplicated).toEqual([`${messageId} arrived 3 times`]);
});

test('a worker killed near the first arrival excuses a duplicate, at any later time', () => {
  arrive(SECOND);
  arrive(60 * SECOND);
  expect(check({ windows: [kill] })).toEqual({ excusedDuplicates: 1, lost: [], duplicated: [] });
});

test('a fault near the duplicate does not excuse it, if the first copy arrived undisturbed', () => {
  arrive(-60 * SECOND);
  arrive(SECOND);
  expect(check({ windows: [kill] }).duplicated).toEqual([`${messageId} arrived 2 times`]);
});

test('a fault excuses no more duplicates than a worker sends at once', () => {
  for (const second of [1, 2, 3, 4]) arrive(second * SECOND);
  expect(check({ windows: [kill] }).duplicated).toEqual(['3 duplicate emails, but the faults excuse only 2']);
  expect(check({ windows: [kill, kill] }).duplicated).toEqual([]);
});
