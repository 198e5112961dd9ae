import { defineEntity, p } from '@mikro-orm/core';

/** Random keys that all processes of a shop share. */
export const SecretSchema = defineEntity({
  name: 'Secret',
  tableName: 'secret',
  properties: {
    /** What it is for. */
    name: p.text().primary(),
    /** 256 random bits as base64url. */
    value: p.text().hidden(),
  },
});

export class Secret extends SecretSchema.class {}
SecretSchema.setClass(Secret);
