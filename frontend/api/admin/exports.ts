import { saveFile } from '../../saveFile.ts';
import { attempt, baseURL } from '../call.ts';
import { succeeds } from './failure.ts';
import { adminFallback } from './messages.ts';

/** Downloads a CSV file, named with today's date. Not a link, because the request needs the token. A failure shows a toast. */
export async function saveExport(name: string, path: string): Promise<void> {
  await succeeds(download(path).then((rows) => saveFile(rows, `${name}-${new Date().toISOString().slice(0, 10)}.csv`)));
}

function download(path: string): Promise<Blob> {
  return attempt({ fallback: adminFallback.export, quiet: true }, async (token) => {
    const response = await fetch(baseURL + path, { headers: token ? { Authorization: token } : {} });
    if (response.ok) return response.blob();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    throw { status: response.status, data: isJson ? await response.json() : undefined };
  });
}
