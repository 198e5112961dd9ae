import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectFolder } from '../config.ts';
import { openApiDocument, published } from './document.ts';
import { readResponseSchemas } from './response-schemas.ts';
import { describedRoutes } from './routes.ts';

/** Writes the description of the API, and the page that shows it, to where workers/api-description.ts serves them. */
export async function writeApiSite(): Promise<void> {
  const folder = join(projectFolder, 'dist/api');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(await describeApi()));
  await copyFile(join(import.meta.dirname, 'page.html'), join(folder, 'index.html'));
  const explorer = fileURLToPath(import.meta.resolve('openapi-explorer/dist/browser/openapi-explorer.min.js'));
  await copyFile(explorer, join(folder, 'openapi-explorer.min.js'));
}

/** The published description. */
export async function describeApi() {
  const { version } = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'));
  return published(openApiDocument(describedRoutes(), await readResponseSchemas(), version));
}
