import { p } from '@mikro-orm/core';
import { newId } from './ids.ts';

/** The id of a row, created in code. */
export const id = () => p.uuid().primary().onCreate(newId);

/** A timestamp that defaults to now, in rows of the mapper and of queries. */
export const now = () =>
  p
    .datetime()
    .defaultRaw('now()')
    .onCreate(() => new Date());
