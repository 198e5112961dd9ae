import type { Random } from '../random.ts';
import type { Traffic } from './people.ts';

/** The pages that orders keep. */
const KINDS = ['terms', 'privacy', 'withdrawal'] as const;
type Kind = (typeof KINDS)[number];

type Publishing = Pick<Traffic, 'client' | 'journal' | 'adminToken'>;

/** Publishes a first version of each page that orders keep. */
export async function publishAll(traffic: Publishing): Promise<void> {
  for (const kind of KINDS) await publish(traffic, kind, 1);
}

/** Publishes a new version of a page, twice at once sometimes: then one is a conflict, as nothing has changed. */
export async function publishAgain(traffic: Publishing, random: Random): Promise<void> {
  await publish(traffic, random.pick(KINDS), random.chance(0.3) ? 2 : 1);
}

async function publish({ client, journal, adminToken }: Publishing, kind: Kind, times: number): Promise<void> {
  const body = { language: 'en', title: kind, body: `Clause ${crypto.randomUUID()}` };
  const path = `/admin/page/${kind}`;
  const saved = await client.call('save page', 'PUT', path, { token: adminToken, body });
  if (saved.outcome !== 'acknowledged') return;
  const send = async () => {
    const options = { token: adminToken, body: { language: 'en' }, allowedErrors: ['conflict'] };
    const { outcome, body } = await client.call('publish page', 'POST', `${path}/publish`, options);
    if (outcome === 'acknowledged') journal.publications.push(`${kind} ${body.page.version}`);
  };
  await Promise.all(Array.from({ length: times }, send));
}
