import type { AttributeType } from '#contract/catalogue.ts';

export const attributeTypeNames: Record<AttributeType, string> = {
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
};
