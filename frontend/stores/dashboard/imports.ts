import { proxy, ref } from 'valtio';
import type { ImportView } from '#contract/imports.ts';
import { getImport, getImports, startImport } from '../../adminApi/imports.ts';
import { adminFallback } from '../../adminApi/messages.ts';
import type { OnProgress } from '../../api/upload.ts';
import { showToast } from '../../toasts.ts';
import { loadCategoryNames } from './categoryNames.ts';
import { showAdminFailure } from './failure.ts';

type Imports = {
  /** The last ones, newest first; null until they are there. */
  list: ReturnType<typeof ref<ImportView[]>> | null;
  loading: boolean;
  /** The sentence of the last load if it failed. */
  error: string | null;
};

export const imports = proxy<Imports>({ list: null, loading: false, error: null });

/** Whether a worker has yet to finish an import. */
export function isUnderWay({ state }: ImportView): boolean {
  return state === 'waiting' || state === 'running';
}

/** The imports whose end is to be told: those that were begun here, or were seen under way. */
const awaited = new Set<string>();

/** Fetches the last imports; those that are shown stay until the answer is there. */
export async function loadImports(): Promise<void> {
  imports.loading = true;
  try {
    const { imports: list } = await getImports();
    Object.assign(imports, { list: ref(list), error: null });
    list.forEach(follow);
  } catch (error) {
    imports.error = showAdminFailure(error);
  } finally {
    imports.loading = false;
  }
}

/** Sends a catalogue file with its pictures, and shows the import that comes of it. @throws ApiError */
export async function sendImport(file: File, pictures: readonly File[], onProgress: OnProgress): Promise<void> {
  const { message, importId } = await startImport(file, pictures, onProgress);
  awaited.add(importId);
  showToast('success', message);
  await loadImports();
}

/** Looks how far the imports that are under way have come. @throws ApiError */
export async function refreshImports(): Promise<void> {
  const waiting = imports.list?.filter(isUnderWay) ?? [];
  const answers = await Promise.all(waiting.map(({ _id }) => getImport(_id)));
  const fresh = answers.map((answer) => answer.import);
  imports.list = ref((imports.list ?? []).map((known) => fresh.find(({ _id }) => _id === known._id) ?? known));
  fresh.forEach(follow);
}

/** Tells what became of an import, once, when it has ended. */
function follow(view: ImportView): void {
  if (isUnderWay(view)) awaited.add(view._id);
  else if (awaited.delete(view._id)) tellEnd(view);
}

function tellEnd({ state, failure, created, updated, refused }: ImportView): void {
  if (state === 'failed' || state === 'stopped') {
    showToast('error', failure ?? adminFallback.import);
    return;
  }
  const products = `${created.toLocaleString('en-US')} ${created === 1 ? 'product' : 'products'}`;
  const sentence = `${products} added, ${updated.toLocaleString('en-US')} updated`;
  if (refused === 0) showToast('success', `${sentence}.`);
  else showToast('warning', `${sentence}. Lines refused: ${refused.toLocaleString('en-US')}.`);
  // An import may have brought new ones.
  void loadCategoryNames();
}
