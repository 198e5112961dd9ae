import { defineEntity, p } from '@mikro-orm/core';
import { type ImportRefusal, importStates } from '#contract/imports.ts';
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
    refused: p.integer().default(0),
    refusals: p.json<ImportRefusal[]>().defaultRaw(`'[]'`),
    failure: p.text().nullable(),
    createdAt: now(),
  },
});

export class CatalogueImport extends CatalogueImportSchema.class {}
CatalogueImportSchema.setClass(CatalogueImport);
