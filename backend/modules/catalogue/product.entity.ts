import { defineEntity, p } from '@mikro-orm/core';
import { imageStates } from '#contract/catalogue.ts';
import { id, now } from '../../core/columns.ts';
import { Category } from './category.entity.ts';

export const ProductSchema = defineEntity({
  name: 'Product',
  tableName: 'product',
  properties: {
    id: id(),
    title: p.text(),
    description: p.text(),
    /** EUR cents. */
    priceCents: p.integer().check('price_cents >= 0'),
    /** File name under /uploads/. */
    image: p.text(),
    imageState: p.enum(imageStates).columnType('text').default('processing'),
    /** Why the picture failed, for the admin; null otherwise. */
    imageFailure: p.text().nullable(),
    /** Widths in pixels of the WebP derivatives. */
    imageWidths: p.array(Number).columnType('int[]').defaultRaw(`'{}'`),
    /** The upload that waits for the worker, if any; a newer upload takes the place of an older one. */
    pendingUpload: p.text().nullable(),
    category: () => p.manyToOne(Category).deleteRule('restrict').index(),
    /** Derived from the ratings by refreshRating. */
    allRatings: p.array(Number).columnType('smallint[]').defaultRaw(`'{}'`),
    /** Average of allRatings; 0 without any. */
    rating: p.double().default(0),
    /** Counts the edits by admins, so that one can't overwrite another's unseen. */
    version: p.integer().default(1),
    /** Which line of a catalogue file it came from, so that the file can be imported again; null if it came from none. */
    importKey: p.text().nullable().unique(),
    createdAt: now(),
  },
});

export class Product extends ProductSchema.class {}
ProductSchema.setClass(Product);
