import type { ImportView } from '#contract/imports.ts';
import type { CatalogueImport } from './catalogue-import.entity.ts';

/** What the API shows of an import, to admins. */
export function presentImport(row: CatalogueImport): ImportView {
  const { id, fileName, state, progress, created, updated, unchanged, refused, refusals, failure, createdAt } = row;
  return {
    _id: id,
    fileName,
    state,
    progress: Number(progress),
    created,
    updated,
    unchanged,
    refused,
    refusals,
    failure: failure ?? null,
    date: createdAt.toISOString(),
  };
}
