import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { legalPageKinds } from '#contract/legal-pages.ts';
import type { SettingsView } from '#contract/settings.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { publishPages } from '../../modules/pages/pages.service.ts';

/** Publishes the sample texts: `backend/local/demo/pages/LANGUAGE/KIND.md`, whose first line is the title. */
export async function seedPages(em: EntityManager, settings: SettingsView): Promise<void> {
  const read = settings.languages.flatMap((language) =>
    legalPageKinds.map(async (kind) => {
      const text = await readFile(join(import.meta.dirname, 'pages', language, `${kind}.md`), 'utf8');
      const [, title = '', body = ''] = /^# (.+)\n+(.*)$/s.exec(text) ?? [];
      return { kind, language, title, body };
    }),
  );
  await publishPages(em, settings, await Promise.all(read));
}
