import { p } from '@mikro-orm/core';
import { newId } from './ids.ts';

/** The id of a row, made in code. */
export const id = () => p.uuid().primary().onCreate(newId);

/** A moment that is now where nothing else is said, for rows that the mapper makes and for those of plain SQL. */
export const now = () =>
  p
    .datetime()
    .defaultRaw('now()')
    .onCreate(() => new Date());
