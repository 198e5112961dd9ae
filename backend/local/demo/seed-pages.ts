import { legalPageKinds } from '#contract/shop/legal-pages.ts';
import type { SettingsView } from '#contract/shop/settings.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { publishPages } from '../../modules/pages/pages.service.ts';
import { readSample } from './pages.ts';

/** Publishes the sample texts in the languages of the shop. @param settings what they name */
export async function seedPages(em: EntityManager, settings: SettingsView): Promise<void> {
  const samples = settings.languages.flatMap((language) =>
    legalPageKinds.map(async (kind) => ({ kind, ...(await readSample(kind, language)) })),
  );
  await publishPages(em, settings, await Promise.all(samples));
}
