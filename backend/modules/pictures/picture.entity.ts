import { defineEntity, p } from '@mikro-orm/core';
import { id, index, now, uniqueIndex } from '../../core/database/columns.ts';
import { pictureOwners, pictureStates } from './pictures.states.ts';

/**
 * A picture of a product or a user. Each position of an owner has one current picture, whose `replaces` is null, and at
 * most one pending replacement for it.
 */
export const PictureSchema = defineEntity({
  name: 'Picture',
  tableName: 'picture',
  properties: {
    /** Also the base name of its files, and the key of its upload. */
    id: id(),
    ownerKind: p.enum(pictureOwners).columnType('text'),
    ownerId: p.uuid(),
    /** 0 is the owner's main picture. */
    position: p.integer().default(0),
    state: p.enum(pictureStates).columnType('text').default('waiting'),
    /** The extension of the published file, with the dot. */
    extension: p.text(),
    /** Widths of the WebP derivatives in pixels; empty until it is ready. */
    widths: p.array(Number).columnType('int[]').defaultRaw(`'{}'`),
    /** Why it failed: a PictureFault, or the sentence that earlier releases stored; null otherwise. */
    failure: p.text().nullable(),
    /** The picture shown until this one is ready; null if there is none. */
    replaces: () => p.manyToOne(Picture).nullable().unique().deleteRule('set null'),
    /** Null for demo data. */
    uploadedBy: p.uuid().nullable(),
    /** The size of its upload; 0 if it doesn't count towards the limit of its uploader. */
    uploadBytes: p.integer().default(0),
    createdAt: now(),
  },
  indexes: [
    // Of all pictures, also those that replace one.
    index('picture_owner_index', '"picture" ("owner_id")'),
    index('picture_unsettled_index', `"picture" ("owner_kind", "id", "state") where "state" <> 'ready'`),
    index('picture_waiting_index', `"picture" ("uploaded_by") where "state" = 'waiting'`),
  ],
  uniques: [
    uniqueIndex('picture_place_unique', '"picture" ("owner_kind", "owner_id", "position") where "replaces_id" is null'),
  ],
  triggers: [
    {
      name: 'record_change',
      timing: 'after',
      events: ['insert', 'update', 'delete'],
      // API processes cache products with their pictures.
      body: `if coalesce(new.owner_kind, old.owner_kind) = 'product' then insert into catalogue_change (product_id) values (coalesce(new.owner_id, old.owner_id)); end if; return null;`,
    },
  ],
});

export class Picture extends PictureSchema.class {}
PictureSchema.setClass(Picture);
