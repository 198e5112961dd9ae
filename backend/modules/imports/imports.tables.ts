import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { CatalogueImportSchema } from './catalogue-import.entity.ts';

export const db = queriesOn<{ catalogueImport: Table<typeof CatalogueImportSchema> }>();
