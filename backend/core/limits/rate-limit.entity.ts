import { defineEntity, p } from '@mikro-orm/core';

/**
 * The counts of rate limits, if they live in PostgreSQL. The columns and their order are those of
 * https://github.com/animir/node-rate-limiter-flexible/wiki/PostgreSQL; `expire` is in milliseconds since 1970.
 */
export const RateLimitCountSchema = defineEntity({
  name: 'RateLimitCount',
  tableName: 'rate_limit_count',
  properties: {
    key: p.text().primary(),
    points: p.integer(),
    expire: p.bigint('number').nullable().index(),
  },
});

export class RateLimitCount extends RateLimitCountSchema.class {}
RateLimitCountSchema.setClass(RateLimitCount);
