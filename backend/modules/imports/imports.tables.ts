import { queriesOn, type Table } from '../../core/queries.ts';
import type { CatalogueImportSchema } from './catalogue-import.entity.ts';

export const db = queriesOn<{ catalogueImport: Table<typeof CatalogueImportSchema> }>();
