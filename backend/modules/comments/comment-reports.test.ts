import { beforeEach, describe, expect, test } from 'vitest';
import { addProduct } from '../../../testing/data/catalogue.ts';
import { mailsTo, readMail } from '../../../testing/data/mails.ts';
import { type LoggedIn, startTestShop } from '../../../testing/shop/shop.ts';
import { newId } from '../../core/ids.ts';
import { forgetReporters } from './comment-reports.service.ts';

const shop = await startTestShop({ workers: true, languages: ['en', 'de'], trustedProxies: 1 });
let productId = '';
let commentId = '';
let author: LoggedIn;
let support: LoggedIn;

beforeEach(async () => {
  productId = await addProduct(shop.em(), shop.storage, 'Walkman');
  author = await shop.newAccount();
  support = await shop.staff('support');
  commentId = await comment();
});

/** Adds an approved comment. */
async function comment(content = 'Rude words'): Promise<string> {
  await shop.call('POST', '/comment', { body: { productId, content }, token: author.token });
  const [row] = await shop
    .em()
    .execute<{ id: string }[]>('update comment set approved = true where product_id = ? and content = ? returning id', [
      productId,
      content,
    ]);
  return row?.id ?? '';
}

type Options = { id?: string; address?: string; language?: string };

function report(body: object = {}, { id = commentId, address = '127.0.0.1', language = 'en' }: Options = {}) {
  const headers = { 'X-Forwarded-For': address, 'Accept-Language': language };
  return shop.call('POST', `/comment/${id}/report`, { body: { reason: 'An insult', ...body }, headers });
}

const list = async (query = '') =>
  (await shop.call('GET', `/admin/comment-report${query}`, { token: support.token })).body;
const own = async () => (await list()).reports.filter((each: { commentId: string }) => each.commentId === commentId);
const decide = (id: string, decision = 'removed', reason = 'It breaks our rules.') =>
  shop.call('PATCH', `/admin/comment-report/${id}`, { token: support.token, body: { decision, reason } });
const shown = async () => (await shop.call('GET', `/comment/filter/${productId}`)).body.allComments;
const newEmail = () => `reporter-${newId().slice(-12)}@example.com`;

describe('a report', () => {
  test('waits for those who moderate, with the comment', async () => {
    const email = newEmail();
    const before = (await shop.call('GET', '/admin/work', { token: support.token })).body.reportsOpen;
    expect(await report({ email: ` ${email} ` })).toMatchObject({
      status: 200,
      body: { status: 'success', message: "Thank you. We'll review the comment and email you our decision." },
    });
    expect(await own()).toEqual([
      {
        _id: expect.any(String),
        commentId,
        comment: { author: author.username, content: 'Rude words', productId, approved: true },
        productTitle: 'Walkman',
        reason: 'An insult',
        email,
        date: expect.stringMatching(/Z$/),
        decision: null,
        decisionReason: null,
        decidedAt: null,
      },
    ]);
    const after = (await shop.call('GET', '/admin/work', { token: support.token })).body.reportsOpen;
    expect(after).toBe(before + 1);
    expect(await shown()).toHaveLength(1);
  });

  test('takes an email at a long domain', async () => {
    expect((await report({ email: 'someone@example.photography' })).status).toBe(200);
    expect(await own()).toMatchObject([{ email: 'someone@example.photography' }]);
  });

  test.each([{}, { email: '' }])('needs no email: %o', async (body) => {
    expect((await report(body)).body.message).toBe("Thank you. We'll review the comment.");
    expect(await own()).toMatchObject([{ email: null }]);
  });

  test.each([
    [{ reason: undefined }, { reason: 'Reason is required' }],
    [{ reason: ' \n' }, { reason: 'Reason is required' }],
    [{ reason: 'x'.repeat(1001) }, { reason: 'Reason can have at most 1,000 characters' }],
    [{ reason: 'a\u0000' }, { reason: expect.any(String) }],
    [{ email: 'nobody' }, { email: 'Email is not valid!' }],
    [{ email: 7 }, { email: expect.any(String) }],
  ])('with %j is rejected', async (body, fields) => {
    expect(await report(body)).toMatchObject({ status: 422, body: { fields } });
    expect(await own()).toEqual([]);
  });

  test('of a comment that nobody sees is a 404', async () => {
    const missing = { status: 404, body: { message: 'Comment not found' } };
    for (const id of [newId(), 'x']) expect(await report({}, { id })).toMatchObject(missing);
    await shop.em().execute('update product set is_published = false where id = ?', [productId]);
    expect(await report()).toMatchObject(missing);
    await shop.em().execute('update product set is_published = true where id = ?', [productId]);
    await shop.em().execute('update comment set approved = false where id = ?', [commentId]);
    expect(await report()).toMatchObject(missing);
  });

  test('is one per comment and address while it is open, also when two arrive at once', async () => {
    const email = newEmail();
    const responses = await Promise.all([report({ email }), report({ email: email.toUpperCase() })]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await report({ email })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('already') },
    });
    expect((await report()).status).toBe(200);
    expect((await report()).status).toBe(409);
    expect((await report({}, { address: '203.0.113.7' })).status).toBe(200);
    const other = await comment('Other words');
    expect((await report({ email }, { id: other })).status).toBe(200);
    const reports = await own();
    expect(reports).toHaveLength(3);
    await decide(reports[0]._id, 'kept');
    expect((await report({ email })).status).toBe(200);
  });

  test('does not tell strangers whose email has reported the comment', async () => {
    const email = newEmail();
    await report({ email }, { address: '203.0.113.1' });
    expect((await report({ email }, { address: '203.0.113.2' })).status).toBe(200);
  });

  test('is limited per address', async () => {
    const address = '198.51.100.9';
    const statuses = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await report({ reason: '' }, { address })).status);
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set([422]));
    const refused = await report({}, { address });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await report({}, { address: '198.51.100.10' })).status).toBe(200);
  });
});

describe('the list of reports', () => {
  test('is filtered, searched, sorted and paged, the newest first', async () => {
    const word = newId();
    const reasons = async (query: string) =>
      (await list(`?search=${word}${query}`)).reports.map(({ reason }: { reason: string }) => reason.split(' ')[0]);
    for (const name of ['first', 'second', 'third']) {
      await report({ reason: `${name} ${word}` }, { id: await comment(`Words ${name}`) });
    }
    expect(await reasons('')).toEqual(['third', 'second', 'first']);
    const { reports } = await list(`?search=${word}`);
    await decide(reports[1]._id);
    expect(await reasons('&status=open')).toEqual(['third', 'first']);
    expect(await reasons('&status=decided')).toEqual(['second']);
    expect(await reasons('&sort=status&direction=asc')).toEqual(['third', 'first', 'second']);
    expect(await reasons('&sort=date&direction=asc')).toEqual(['first', 'second', 'third']);
    expect(await list(`?search=${word}&page=2&pageSize=2`)).toMatchObject({ total: 3, reports: [{}] });
    expect((await list('?status=new')).code).toBe('invalid');
  });
});

describe('a decision', () => {
  test('removes the comment, closes all its open reports, and is audited', async () => {
    await report({ email: newEmail() });
    await report({ email: newEmail(), reason: 'Spam' });
    const [second, first] = await own();
    expect(await decide(first._id)).toMatchObject({
      status: 200,
      body: {
        message: 'Comment removed',
        report: { _id: first._id, decision: 'removed', comment: { approved: false } },
      },
    });
    expect(await shown()).toEqual([]);
    const decided = {
      decision: 'removed',
      decisionReason: 'It breaks our rules.',
      decidedAt: expect.stringMatching(/Z$/),
    };
    expect(await own()).toMatchObject([decided, decided]);
    for (const { _id } of [first, second]) {
      expect(await decide(_id, 'kept')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    }
    expect(await shown()).toEqual([]);
    const audited = 'select action, subject_name, actor_id, changes from audit_entry where subject_id = ?';
    expect(await shop.em().execute(audited, [commentId])).toEqual([
      {
        action: 'comment.removed',
        subject_name: `${author.username} on Walkman`,
        actor_id: support.userId,
        changes: { reason: { from: null, to: 'It breaks our rules.' } },
      },
    ]);
  });

  test('keeps the comment, also one that was forbidden meanwhile', async () => {
    await report();
    await shop.call('PATCH', '/comment', { token: support.token, body: { commentId, status: false } });
    const [{ _id }] = await own();
    expect((await decide(_id, 'kept')).body.message).toBe('Comment kept');
    expect(await shown()).toMatchObject([{ _id: commentId }]);
  });

  test('is made once, also when two admins decide at once on two reports of a comment', async () => {
    await report({ email: newEmail() });
    await report({ email: newEmail() });
    const [one, two] = await own();
    const responses = await Promise.all([decide(one._id, 'kept'), decide(two._id, 'removed')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const decisions = new Set((await own()).map(({ decision }: { decision: string }) => decision));
    expect([...decisions]).toEqual([responses[0].status === 200 ? 'kept' : 'removed']);
    expect(await shown()).toHaveLength(responses[0].status === 200 ? 1 : 0);
  });

  test.each([
    [{ decision: 'deleted', reason: 'x' }, { decision: 'Decision must be one of kept, removed' }],
    [{ decision: 'kept', reason: '' }, { reason: 'Reason is required' }],
    [{ decision: 'kept', reason: 'x'.repeat(1001) }, { reason: expect.any(String) }],
    [{ reason: 'x' }, { decision: 'Decision is required' }],
  ])('with %j is rejected', async (body, fields) => {
    await report();
    const [{ _id }] = await own();
    const path = `/admin/comment-report/${_id}`;
    const response = await shop.call('PATCH', path, { token: support.token, body });
    expect(response).toMatchObject({ status: 422, body: { fields } });
    expect(await own()).toMatchObject([{ decision: null }]);
  });

  test('on an unknown report is a 404', async () => {
    for (const id of [newId(), 'x']) expect((await decide(id)).status).toBe(404);
  });

  test('on a comment that was deleted can only be to remove it, and still reaches the reporter', async () => {
    const email = newEmail();
    await report({ email });
    const [{ _id }] = await own();
    await shop.call('DELETE', `/comment/${commentId}`, { token: support.token });
    expect(await own()).toMatchObject([{ comment: null, productTitle: 'Walkman', decision: null }]);
    expect(await decide(_id, 'kept')).toMatchObject({ status: 409 });
    expect(await own()).toMatchObject([{ decision: null }]);
    expect((await decide(_id)).status).toBe(200);
    await readMail(shop.mailbox.url, email, /^We removed the comment you reported$/);
  });
});

describe('the mails of a decision', () => {
  test('tell each reporter once, in the language of the report, without the text of the comment', async () => {
    const [email, german] = [newEmail(), newEmail()];
    const capitalized = email.replace('reporter', 'Reporter');
    await report({ email }, { address: '203.0.113.1' });
    await report({ email: capitalized }, { address: '203.0.113.2' });
    await report({ email: german }, { language: 'de' });
    await report();
    const [{ _id }] = await own();
    await decide(_id, 'removed', 'It breaks our rules.\nSee <b>them</b>.');
    const { text, html } = await readMail(shop.mailbox.url, german, /^Wir haben den gemeldeten Kommentar entfernt$/);
    expect(text).toContain('Kommentar zu Walkman');
    expect(text).toContain('It breaks our rules.\nSee <b>them</b>.');
    expect(html).not.toContain('<b>them</b>');
    expect(text + html).not.toContain('Rude words');
    await shop.untilCalm();
    const mails = await Promise.all([email, capitalized].map((each) => mailsTo(shop.mailbox.url, each)));
    expect(mails.flat()).toMatchObject([{ subject: 'We removed the comment you reported' }]);
  });

  test('reach the author at a confirmed email only', async () => {
    await report();
    const [first] = await own();
    await decide(first._id, 'kept');
    await shop.untilCalm();
    expect(await mailsTo(shop.mailbox.url, author.email, /comment/)).toEqual([]);

    await shop.confirmEmail(author);
    await report();
    const [second] = await own();
    await decide(second._id, 'removed');
    const { text } = await readMail(shop.mailbox.url, author.email, /^We removed your comment$/);
    expect(text).toContain(`Hi ${author.username},`);
    expect(text).toContain('It breaks our rules.');
    expect(text).not.toMatch(/Rude words|An insult/);
  });
});

describe('the email of a reporter', () => {
  test('is forgotten some time after the decision, not before', async () => {
    await report({ email: newEmail() });
    const [{ _id }] = await own();
    await forgetReporters(shop.em(), 0);
    expect(await own()).toMatchObject([{ email: expect.any(String) }]);
    await decide(_id);
    await forgetReporters(shop.em(), 60_000);
    expect(await own()).toMatchObject([{ email: expect.any(String) }]);
    await forgetReporters(shop.em(), 0);
    expect(await own()).toMatchObject([{ email: null, reason: 'An insult' }]);
  });

  test('belongs to the account that has confirmed it: it exports its reports, and deleting it forgets it', async () => {
    const reporter = await shop.newAccount();
    await report({ email: reporter.email });
    const exported = async () =>
      (await shop.call('GET', '/user/export', { token: reporter.token })).body.commentReports;
    expect(await exported()).toEqual([]);
    await shop.confirmEmail(reporter);
    expect(await exported()).toMatchObject([{ commentId, reason: 'An insult', decision: null }]);
    expect(JSON.stringify(await exported())).not.toContain('Rude words');
    await shop.call('DELETE', '/user', { token: reporter.token, body: { password: 'correct horse' } });
    expect(await own()).toMatchObject([{ email: null }]);
  });

  test('is forgotten too if an admin deletes the account, unless a stranger has typed it', async () => {
    const [admin, [stranger, owner]] = [await shop.admin(), [await shop.newAccount(), await shop.newAccount()]];
    await report({ email: stranger.email });
    await report({ email: owner.email });
    await shop.confirmEmail(owner);
    for (const { userId } of [stranger, owner]) {
      expect((await shop.call('DELETE', `/admin/user/${userId}`, { token: admin.token })).status).toBe(200);
    }
    const emails = (await own()).map(({ email }: { email: string | null }) => email);
    expect(emails.toSorted()).toEqual([stranger.email, null].toSorted());
  });
});
