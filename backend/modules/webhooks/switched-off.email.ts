import { PATIENCE_DAYS } from '#contract/integration/webhooks.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { can } from '#contract/users/capabilities.ts';
import { m } from '#messages';
import type { EventMap } from '../../core/events/events.ts';
import { pageUrl } from '../../core/http/page-url.ts';
import { button, paragraph } from '../../core/mail/letters/letter.ts';
import { mailStaff, mailUser, mayReceive, type UserMailDeps } from '../users/accounts/mail-recipients.ts';
import { activeStaff } from '../users/accounts/users.queries.ts';
import { db } from './webhooks.tables.ts';

/**
 * Emails the author of an endpoint that the shop has switched off. If the author no longer manages webhooks or can't be
 * emailed, the mail goes to the owners; without any, to all who manage webhooks.
 */
export async function sendSwitchedOff(
  deps: UserMailDeps,
  { webhookId, noticeId, reason }: EventMap['webhook.switchedOff'],
): Promise<void> {
  const { em, publicUrl } = deps;
  const webhook = await db(em)
    .selectFrom('webhook')
    .leftJoin(activeStaff(em).select('verifiedAt').as('author'), 'author.id', 'webhook.authorId')
    .select(['url', 'author.id as authorId', 'role', 'verifiedAt'])
    .where('webhook.id', '=', webhookId)
    .executeTakeFirst();
  if (webhook === undefined) return;
  const { url, authorId, role } = webhook;
  const kind = 'webhookSwitchedOff';
  const isReached = role !== null && can(role, 'integrations.manage') && mayReceive(kind, webhook);
  const compose = () => ({
    reference: `webhook-switched-off-${noticeId}`,
    title: m.mails.webhookSwitchedOff(),
    blocks: [
      paragraph(m.mails.webhookSwitchedOffText({ reason, url, days: PATIENCE_DAYS })),
      paragraph(m.mails.webhookSwitchOnAgain({ reason })),
      button(m.mails.openWebhook(), pageUrl(publicUrl, pageAddress('webhook', { webhookId }))),
    ],
  });
  if (authorId !== null && isReached) await mailUser(deps, kind, authorId, compose);
  else if (!(await mailStaff(deps, kind, 'owners.assign', compose)))
    await mailStaff(deps, kind, 'integrations.manage', compose);
}
