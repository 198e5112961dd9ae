import type { ImportView } from '#contract/catalogue/imports.ts';
import { m } from '#messages';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { failed } from '../errors.ts';
import { createRemote } from '../remote.ts';
import type { OnProgress } from '../upload.ts';
import { useRemote } from '../useRemote.ts';
import { categoryNames } from './categories.ts';

/** The latest imports, newest first. */
export const imports = createRemote<null, ImportView[]>({
  load: async (_args, { signal }) => (await call<'Imports'>('GET', '/admin/import', { signal })).imports,
});

/** One import, by its id. Polled instead of the list, which holds the rejected rows of every import. */
const oneImport = createRemote<string, ImportView>({
  load: async (id, { signal }) =>
    (await call<'Import'>('GET', `/admin/import/${encodeURIComponent(id)}`, { signal })).import,
});

oneImport.onData((id, view) => imports.update((list) => list.map((known) => (known._id === id ? view : known))));

/** Imports whose result to show in a toast: those started in this tab, or seen while unfinished. */
const awaited = new Set<string>();

imports.onData((_args, list) => {
  for (const view of list) {
    if (isUnfinished(view)) {
      // A check shows its result where it was asked for.
      if (!view.check) awaited.add(view._id);
      // Start polling from the list's data, even if the first poll fails.
      if (oneImport.peek(view._id) === undefined) oneImport.write(view._id, view);
    } else if (awaited.delete(view._id)) showResult(view);
  }
});

/** Polls an import until it ends. */
export function useImportProgress(id: string): void {
  useRemote(oneImport, id, { pollWhile: isUnfinished });
}

/** Whether a worker has yet to finish an import. */
export function isUnfinished({ state }: ImportView): boolean {
  return state === 'waiting' || state === 'running';
}

export function refreshImports(): Promise<void> {
  return imports.reload(null, { quiet: true });
}

export type ImportOptions = {
  /** Whether it only reports what the file would do. */
  check: boolean;
  /** Whether new products are published if their rows don't say it. */
  publish: boolean;
};

/** Uploads a catalogue file with its pictures, and starts the import. @returns its id @throws ApiError */
export async function startImport(
  file: File,
  pictures: readonly File[],
  { check, publish }: ImportOptions,
  onProgress: OnProgress,
): Promise<string> {
  const body = new FormData();
  body.set('check', String(check));
  body.set('publish', String(publish));
  body.set('file', file);
  for (const picture of pictures) body.append('pictures', picture);
  const options = { body, task: check ? m.importing.checkTask() : m.importing.importTask(), onProgress };
  const { message, importId } = await call<'ImportStarted'>('POST', '/admin/import', options);
  if (!check) {
    awaited.add(importId);
    showOnce('success', message);
  }
  await refreshImports();
  return importId;
}

function showResult({ state, failure, created, updated, refused }: ImportView): void {
  if (state === 'failed' || state === 'stopped') {
    showOnce('error', failure ?? failed(m.importing.importTask()));
    return;
  }
  if (refused === 0) showOnce('success', m.importing.result({ created, updated }));
  else showOnce('warning', m.importing.resultRejected({ created, updated, refused }));
  // It may have added categories.
  void categoryNames.load(null, { quiet: true });
}
