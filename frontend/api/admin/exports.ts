import { m } from '#messages';
import { saveFile } from '../../browser/saveFile.ts';
import { today } from '../../texts/dates.ts';
import { download } from '../call.ts';
import { succeeds } from './failure.ts';

/** Downloads a CSV file, named with the day in the shop. A failure shows a toast. */
export async function saveExport(name: string, path: string): Promise<void> {
  await succeeds(download(path, m.admin.exportTask()).then((rows) => saveFile(rows, `${name}-${today()}.csv`)));
}
