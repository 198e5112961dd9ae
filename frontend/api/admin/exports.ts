import { m } from '#messages';
import { saveFile } from '../../browser/saveFile.ts';
import { download } from '../call.ts';
import { succeeds } from './failure.ts';

/** Downloads a CSV file, named with today's date. A failure shows a toast. */
export async function saveExport(name: string, path: string): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  await succeeds(download(path, m.admin.exportTask()).then((rows) => saveFile(rows, `${name}-${today}.csv`)));
}
