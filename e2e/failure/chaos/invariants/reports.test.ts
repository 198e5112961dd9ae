import { expect, test } from 'vitest';
import { Journal } from '../journal.ts';
import type { Evidence } from './evidence.ts';
import { checkReports } from './reports.ts';

type Report = Evidence['reports'][number];

const open: Report = {
  id: 'one',
  commentId: 'tea',
  reason: 'rude',
  email: null,
  decision: null,
  decisionReason: null,
  isApproved: true,
};
const kept: Report = { ...open, id: 'two', reason: 'spam', decision: 'kept', decisionReason: 'an opinion' };

/** A run in which both reports were acknowledged, and so was the decision on the second. */
function journalOf(): Journal {
  const journal = new Journal();
  for (const { reason } of [open, kept]) journal.reports.push({ reason, outcome: 'acknowledged' });
  journal.decisions.push({ reportId: 'two', reason: 'an opinion', outcome: 'acknowledged' });
  return journal;
}

function check(reports: Report[], journal = journalOf()) {
  const findings = checkReports({ reports } as Evidence, journal);
  return findings.flatMap(({ lost, duplicated, wrong }) => [...lost, ...duplicated, ...wrong]);
}

test('accepts what was acknowledged, and one decision that closes several reports', () => {
  expect(check([open, kept])).toEqual([]);
  expect(check([{ ...kept, id: 'one', reason: 'rude' }, kept])).toEqual([]);
});

test('finds lost reports and decisions', () => {
  expect(check([kept])).toEqual(['rude']);
  expect(check([open, { ...kept, decision: null, decisionReason: null }])).toEqual(['an opinion']);
});

test('finds a second decision on a report', () => {
  const journal = journalOf();
  journal.decisions.push({ reportId: 'two', reason: 'an opinion', outcome: 'acknowledged' });
  expect(check([open, kept], journal)).toEqual(['two was decided 2 times']);
});

test('finds a comment that is not as was last decided', () => {
  expect(check([open, { ...kept, isApproved: false }])).toEqual(['tea was kept, but is not shown']);
  const removed: Report = { ...kept, decision: 'removed' };
  expect(check([open, removed])).toEqual(['tea was removed, but is shown']);
});
