import { saveFile } from '../../saveFile.ts';
import { showAdminFailure } from './failure.ts';

/** Has the browser save a CSV file that the server makes, under a name with today's date; a failure is told in a toast. */
export async function saveExport(name: string, exportRows: () => Promise<Blob>): Promise<void> {
  try {
    saveFile(await exportRows(), `${name}-${new Date().toISOString().slice(0, 10)}.csv`);
  } catch (error) {
    showAdminFailure(error);
  }
}
