import { defineEntity, p } from '@mikro-orm/core';
import type { LanguageCode } from '#messages/languages.ts';
import { recordsChange } from '../../../core/database/columns.ts';

/** A short word of the catalogue in a language: the name or the unit of an attribute, a text value, an option. */
export const TermSchema = defineEntity({
  name: 'Term',
  tableName: 'term',
  properties: {
    language: p.text().$type<LanguageCode>().primary(),
    text: p.text().primary(),
    translation: p.text(),
  },
  triggers: [recordsChange({ forEach: 'statement' })],
});
