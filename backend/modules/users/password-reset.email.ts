import { pageAddress } from '#contract/page-addresses.ts';
import type { EntityManager } from '../../core/db.ts';
import { escapeHtml } from '../../core/html.ts';
import type { Mailer } from '../../core/mailer.ts';
import { hashToken, newToken } from '../../core/sessions.ts';

type Recipient = { userId: string; username: string; email: string };

/**
 * Sends the link that resets a password, if the request still stands and its email is an active user's. The token is
 * made here, and in clear it is in the email alone. It counts, for an hour, from the moment before the email leaves. When
 * nobody knows whether it did, it is sent again with another token, and the one before goes on working as long as that.
 */
export async function sendPasswordReset(
  em: EntityManager,
  mailer: Mailer,
  publicUrl: string,
  requestId: string,
): Promise<void> {
  const [recipient] = await em.execute<Recipient[]>(
    `select u.id as "userId", u.username, u.email from password_reset_request r
     join user_account u on lower(u.email) = lower(r.email) where r.id = ? and u.active`,
    [requestId],
  );
  if (recipient === undefined) return;
  const token = newToken();
  const mail = {
    to: recipient.email,
    reference: `password-reset-${requestId}`,
    subject: 'Reset your WebShop password',
    ...content(recipient.username, publicUrl + pageAddress('resetPassword', { token })),
  };
  await mailer.send(mail, () => noteToken(em, requestId, recipient, token));
}

/** @returns false if nobody is to have it any more, or a newer request, with a job of its own, has come */
function noteToken(em: EntityManager, requestId: string, { userId }: Recipient, token: string): Promise<boolean> {
  return em.transactional(async (em) => {
    // Whoever takes both locks takes the user's first: deleting a user can't run into this halfway.
    const held = await em.execute<unknown[]>('select 1 from user_account where id = ? and active for key share', [
      userId,
    ]);
    if (held.length === 0) return false;
    const noted = await em.execute<unknown[]>(
      `update password_reset_request set user_id = ?, token_hashes = array_append(token_hashes, ?),
         expires_at = now() + interval '1 hour'
       where id = ? returning id`,
      [userId, hashToken(token), requestId],
    );
    return noted.length > 0;
  });
}

function content(username: string, link: string): { text: string; html: string } {
  const greeting = `Hello ${username}, somebody asked to reset the password of your WebShop account.`;
  const validity = 'The link works once, for one hour, and only until another one is asked for.';
  const otherwise = 'If it was not you, ignore this email: your password stays as it is.';
  const button =
    'display: inline-block; padding: 12px 24px; border-radius: 24px; background: #15181b; color: #fff; text-decoration: none';
  return {
    text: [greeting, '', 'Choose a new password here:', link, '', validity, otherwise].join('\n'),
    html: [
      '<div style="max-width: 36rem; font: 16px/1.5 system-ui, sans-serif; color: #15181b">',
      `<p>${escapeHtml(greeting)}</p>`,
      `<p><a href="${escapeHtml(link)}" style="${button}">Choose a new password</a></p>`,
      `<p>${validity} ${otherwise}</p>`,
      '</div>',
    ].join('\n'),
  };
}
