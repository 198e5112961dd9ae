import type { ImportView } from '#contract/imports.ts';
import { call } from '../api/call.ts';
import type { OnProgress } from '../api/upload.ts';
import { adminFallback } from './messages.ts';

/** Sends a catalogue file and the pictures that its lines name; the worker then reads it. */
export function startImport(
  file: File,
  pictures: readonly File[],
  onProgress: OnProgress,
): Promise<{ message: string; importId: string }> {
  const body = new FormData();
  body.set('file', file);
  for (const picture of pictures) body.append('pictures', picture);
  return call('POST', '/admin/import', { body, fallback: adminFallback.import, quiet: true, onProgress });
}

/** The last imports, newest first. */
export function getImports(): Promise<{ imports: ImportView[] }> {
  return call('GET', '/admin/import', { quiet: true });
}

export function getImport(id: string): Promise<{ import: ImportView }> {
  return call('GET', `/admin/import/${encodeURIComponent(id)}`, { quiet: true });
}
