import { p } from '@mikro-orm/core';
import { newId } from '../ids.ts';

/** The id of a row, created in code. */
export const id = () => p.uuid().primary().onCreate(newId);

/** A timestamp that defaults to now, whether the ORM or a query inserts the row. */
export const now = () =>
  p
    .datetime()
    .defaultRaw('now()')
    .onCreate(() => new Date());
