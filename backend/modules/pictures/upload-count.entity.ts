import { defineEntity, p } from '@mikro-orm/core';
import { pictureOwners } from './pictures.states.ts';

/** How many pictures of a kind a person has uploaded in the current period. Kept here so that all APIs count together. */
export const UploadCountSchema = defineEntity({
  name: 'UploadCount',
  tableName: 'upload_count',
  properties: {
    userId: p.uuid().primary(),
    ownerKind: p.enum(pictureOwners).columnType('text').primary(),
    uploads: p.integer(),
    /** The period began with its first upload. */
    endsAt: p.datetime().index(),
  },
});

export class UploadCount extends UploadCountSchema.class {}
UploadCountSchema.setClass(UploadCount);
