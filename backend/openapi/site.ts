import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectFolder } from '../config.ts';

/** Copies the description of the API, and the page that shows it, to where workers/api-description.ts serves them. */
export async function writeApiSite(): Promise<void> {
  const folder = join(projectFolder, 'dist/api');
  await mkdir(folder, { recursive: true });
  await copyFile(join(import.meta.dirname, 'openapi.json'), join(folder, 'openapi.json'));
  await copyFile(join(import.meta.dirname, 'page.html'), join(folder, 'index.html'));
  const explorer = fileURLToPath(import.meta.resolve('openapi-explorer/dist/browser/openapi-explorer.min.js'));
  await copyFile(explorer, join(folder, 'openapi-explorer.min.js'));
}

if (import.meta.main) await writeApiSite();
