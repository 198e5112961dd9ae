import { defineEntity, p } from '@mikro-orm/core';
import { pictureOwners } from './pictures.states.ts';

/** How many pictures a user has uploaded in the current period. Stored so that all API processes share the count. */
export const UploadCountSchema = defineEntity({
  name: 'UploadCount',
  tableName: 'upload_count',
  properties: {
    userId: p.uuid().primary(),
    ownerKind: p.enum(pictureOwners).columnType('text').primary(),
    uploads: p.integer(),
    /** How many of them could not be processed. */
    failures: p.integer().default(0),
    /** The end of the period, which starts with its first upload. */
    endsAt: p.datetime().index(),
  },
});
