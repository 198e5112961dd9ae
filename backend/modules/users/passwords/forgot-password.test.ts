import { describe, expect, test } from 'vitest';
import { mailsTo, resetLinks, tokenIn } from '../../../../testing/data/mails.ts';
import { startTestShop } from '../../../../testing/shop/shop.ts';
import { interceptStatements } from '../../../../testing/shop/statements.ts';
import { hashToken } from '../../../core/http/sessions.ts';
import { requestPasswordReset } from './passwords.service.ts';

const shop = await startTestShop({ workers: true });
/** Without workers, so that their statements don't mix with those of a request. */
const quietShop = await startTestShop();

const forgot = (email: string) => shop.call('POST', '/user/forgotPassword', { body: { email } });

/** The SQL statements of `work`, without values. */
async function statementsOf(work: () => Promise<void>): Promise<string[]> {
  const statements: string[] = [];
  const watched = await interceptStatements(quietShop.database, (sql) => {
    statements.push(sql.replaceAll(/'[^']*'/g, '?'));
    return sql;
  });
  try {
    await work();
    return statements;
  } finally {
    watched.mockRestore();
  }
}

describe('forgetting the password', () => {
  test('emails a link whose token is stored only as a hash', async () => {
    const user = await shop.newAccount();
    await forgot(user.email.toUpperCase().replace('.COM', '.com'));
    const [link = ''] = await resetLinks(shop.mailbox.url, user.email);
    expect(link.startsWith(`${shop.url}/resetPassword/`)).toBe(true);
    const token = tokenIn(link);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await shop.em().execute(
      `select row_to_json(r)::text as row from password_reset_request r union all
       select row_to_json(e)::text from outbox_event e`,
    );
    expect(JSON.stringify(rows)).toContain(hashToken(token));
    expect(JSON.stringify(rows)).not.toContain(token);
    const [event] = await shop
      .em()
      .execute(`select payload from outbox_event where name = 'user.passwordResetRequested' order by id desc limit 1`);
    expect(Object.keys(event?.payload ?? {})).toEqual(['requestId']);
  });

  test('responds the same to every email, and emails only active users', async () => {
    const user = await shop.newAccount();
    const sleeper = await shop.newAccount();
    await shop.em().execute('update user_account set active = false where id = ?', [sleeper.userId]);
    const responses = [await forgot(user.email), await forgot(sleeper.email), await forgot('nobody@example.com')];
    for (const { status, body } of responses)
      expect({ status, body }).toEqual({ status: 200, body: responses[0]?.body });
    await shop.untilCalm();
    expect(await mailsTo(shop.mailbox.url, user.email, /^Reset/)).toHaveLength(1);
    expect(await mailsTo(shop.mailbox.url, sleeper.email, /^Reset/)).toHaveLength(0);
    expect(await mailsTo(shop.mailbox.url, 'nobody@example.com')).toHaveLength(0);
  });

  test('does the same work for every email, and so takes the same time', async () => {
    const known = await quietShop.newAccount();
    const asked = await statementsOf(() => requestPasswordReset(quietShop.em(), known.email));
    expect(asked.length).toBeGreaterThanOrEqual(2);
    expect(await statementsOf(() => requestPasswordReset(quietShop.em(), 'nobody@example.com'))).toEqual(asked);
  });

  test.each([
    [{}, 'Email is required'],
    [{ email: 'nobody' }, 'Email is not valid'],
    [{ email: ['a@example.com'] }, expect.any(String)],
  ])('rejects %j', async (body, email) => {
    expect(await shop.call('POST', '/user/forgotPassword', { body })).toMatchObject({
      status: 422,
      body: { fields: { email } },
    });
  });
});
