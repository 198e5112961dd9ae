import { globSync } from 'node:fs';
import { join } from 'node:path';
import { EntitySchema } from '@mikro-orm/core';

const folder = import.meta.dirname;
const files = globSync('{core,modules}/**/*.entity.ts', { cwd: folder }).sort();
const exports: unknown[] = [];
// In turn: Vitest may run a module twice that two files request at once by different addresses.
for (const file of files) exports.push(...Object.values(await import(join(folder, file))));

/** Every table of the shop. */
export const entities = exports.filter((each) => EntitySchema.is(each));
