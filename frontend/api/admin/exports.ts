import { saveFile } from '../../browser/saveFile.ts';
import { download } from '../download.ts';
import { succeeds } from './failure.ts';
import { adminFallback } from './messages.ts';

/** Downloads a CSV file, named with today's date. A failure shows a toast. */
export async function saveExport(name: string, path: string): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  await succeeds(download(path, adminFallback.export).then((rows) => saveFile(rows, `${name}-${today}.csv`)));
}
