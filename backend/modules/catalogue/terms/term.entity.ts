import { defineEntity, p } from '@mikro-orm/core';
import type { LanguageCode } from '#messages/languages.ts';

/** A short word of the catalogue in a language: the name or the unit of an attribute, a text value, an option. */
export const TermSchema = defineEntity({
  name: 'Term',
  tableName: 'term',
  properties: {
    language: p.text().$type<LanguageCode>().primary(),
    text: p.text().primary(),
    translation: p.text(),
  },
  triggers: [
    {
      name: 'record_change',
      timing: 'after',
      events: ['insert', 'update', 'delete'],
      body: 'insert into catalogue_change (product_id) values (null); return null;',
      forEach: 'statement',
    },
  ],
});
