import { expect, test } from 'vitest';
import { Journal } from '../journal.ts';
import type { Evidence } from './evidence.ts';
import { checkOrderMails } from './order-mails.ts';

type Given = { mails: string[]; listedMails?: string[]; resends?: Evidence['resends'] };

function check({ mails, listedMails = [], resends = [] }: Given): string[] {
  const evidence = {
    mails: mails.map((reference) => ({ messageId: `<${reference}@127.0.0.1>` })),
    listedMails,
    resends,
  };
  const findings = checkOrderMails(evidence as Evidence, new Journal());
  return findings.flatMap(({ lost, wrong }) => [...lost, ...wrong]);
}

test('an order lists each of its emails, and no other', () => {
  const mails = ['order-paid-bread', 'order-paid-bread', 'order-disputed-bread', 'password-reset-ann'];
  expect(check({ mails, listedMails: ['order-paid-bread'] })).toEqual([]);
  expect(check({ mails })).toEqual(['order-paid-bread']);
  expect(check({ mails, listedMails: ['order-paid-bread', 'order-shipped-bread'] })).toEqual([
    'order-shipped-bread was not sent',
  ]);
});

test('an email that is sent again arrives, and is recorded as sent', () => {
  const resend = { id: 'butter', key: 'k', isSent: true };
  expect(check({ mails: ['order-mail-resent-butter'], resends: [resend] })).toEqual([]);
  expect(check({ mails: [], resends: [resend] })).toEqual(['order-mail-resent-butter']);
  expect(check({ mails: ['order-mail-resent-butter'], resends: [{ ...resend, isSent: false }] })).toEqual([
    'butter is not recorded as sent',
  ]);
});
