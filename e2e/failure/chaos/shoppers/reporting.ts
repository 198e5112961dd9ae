import type { Random } from '../random.ts';
import type { Shopper, Traffic } from './people.ts';

/**
 * Reports a comment, twice at once sometimes. A conflict means that this shopper's report of it is open, and the comment may be
 * removed.
 */
export async function report(
  { client, journal, commentIds }: Traffic,
  random: Random,
  { email }: Shopper,
): Promise<void> {
  const path = `/comment/${random.pick(commentIds())}/report`;
  const reporter = random.chance(0.7) ? { email } : {};
  const send = async () => {
    const reason = `Reason ${crypto.randomUUID()}`;
    const body = { reason, ...reporter };
    const { outcome } = await client.call('report comment', 'POST', path, {
      body,
      allowedErrors: ['conflict', 'notFound'],
    });
    journal.reports.push({ reason, outcome });
  };
  await Promise.all(random.chance(0.2) ? [send(), send()] : [send()]);
}

type OpenReport = { _id: string };

/** Keeps or removes a reported comment; sometimes two admins do at once, whose second request is a conflict. */
export async function decide({ client, journal, adminToken }: Traffic, random: Random): Promise<void> {
  const reports: OpenReport[] = (await client.read('/admin/comment-report?status=open', adminToken)).reports;
  if (reports.length === 0) return;
  const { _id } = random.pick(reports);
  const send = async () => {
    const reason = `Decision ${crypto.randomUUID()}`;
    const { outcome } = await client.call('decide report', 'PATCH', `/admin/comment-report/${_id}`, {
      token: adminToken,
      body: { decision: random.chance(0.8) ? 'kept' : 'removed', reason },
      allowedErrors: ['conflict'],
    });
    journal.decisions.push({ reportId: _id, reason, outcome });
  };
  await Promise.all(random.chance(0.3) ? [send(), send()] : [send()]);
}
