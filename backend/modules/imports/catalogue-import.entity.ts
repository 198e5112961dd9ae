import { defineEntity, p } from '@mikro-orm/core';
import { type ImportRefusal, importStates } from '#contract/catalogue/imports.ts';
import { id, now } from '../../core/database/columns.ts';

export const CatalogueImportSchema = defineEntity({
  name: 'CatalogueImport',
  tableName: 'catalogue_import',
  properties: {
    id: id(),
    fileName: p.text(),
    /** The admin who requested it, for the audit trail. */
    actorId: p.uuid(),
    actorName: p.text(),
    /** The name of the API key by which a program requested it. */
    keyName: p.text().nullable(),
    /** Whether it only reports what the file would change. */
    isCheck: p.boolean().default(false),
    /** Whether new products are published if their lines don't say it. */
    publishesNew: p.boolean().default(true),
    state: p.enum(importStates).columnType('text').default('waiting'),
    /** From 0 to 1. */
    progress: p.double().$type<number>().default(0),
    /** Committed lines; a retry resumes after them. */
    linesDone: p.integer().default(0),
    /** 0 until they are counted. */
    lineCount: p.integer().default(0),
    created: p.integer().default(0),
    updated: p.integer().default(0),
    unchanged: p.integer().default(0),
    /** The names of the first NEW_CATEGORIES_MAX categories that it adds. */
    newCategories: p.array(String).columnType('text[]').defaultRaw(`'{}'`),
    refused: p.integer().default(0),
    refusals: p.json<ImportRefusal[]>().defaultRaw(`'[]'`),
    failure: p.text().nullable(),
    createdAt: now(),
  },
});

export class CatalogueImport extends CatalogueImportSchema.class {}
CatalogueImportSchema.setClass(CatalogueImport);
