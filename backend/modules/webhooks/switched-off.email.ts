import { PATIENCE_DAYS } from '#contract/integration/webhooks.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { can } from '#contract/users/capabilities.ts';
import { m } from '#messages';
import type { EventMap } from '../../core/events/events.ts';
import { pageUrl } from '../../core/http/page-url.ts';
import { button, paragraph } from '../../core/mail/letters/letter.ts';
import { mailStaff, mailUser, type UserMailDeps } from '../users/accounts/mail-recipients.ts';
import { activeStaff } from '../users/accounts/users.queries.ts';
import { db } from './webhooks.tables.ts';

/** Emails the author of an endpoint that the shop has switched off, or the owners if the author no longer manages webhooks. */
export async function sendSwitchedOff(
  { em, mailer, publicUrl }: UserMailDeps,
  { webhookId, noticeId, reason }: EventMap['webhook.switchedOff'],
): Promise<void> {
  const webhook = await db(em)
    .selectFrom('webhook')
    .leftJoin(activeStaff(em).as('author'), 'author.id', 'webhook.authorId')
    .select(['url', 'author.id as authorId', 'role'])
    .where('webhook.id', '=', webhookId)
    .executeTakeFirst();
  if (webhook === undefined) return;
  const { url, authorId, role } = webhook;
  const isManager = role !== null && can(role, 'integrations.manage');
  const compose = () => ({
    reference: `webhook-switched-off-${noticeId}`,
    title: m.mails.webhookSwitchedOff(),
    blocks: [
      paragraph(m.mails.webhookSwitchedOffText({ reason, url, days: PATIENCE_DAYS })),
      paragraph(m.mails.webhookSwitchOnAgain({ reason })),
      button(m.mails.openWebhook(), pageUrl(publicUrl, pageAddress('webhook', { webhookId }))),
    ],
  });
  if (authorId !== null && isManager) {
    await mailUser({ em, mailer, publicUrl }, 'webhookSwitchedOff', authorId, compose);
  } else await mailStaff({ em, mailer }, 'webhookSwitchedOff', 'owners.assign', compose);
}
