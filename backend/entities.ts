import { globSync } from 'node:fs';
import { join } from 'node:path';
import { EntitySchema } from '@mikro-orm/core';

const folder = import.meta.dirname;
const files = globSync('{core,modules}/**/*.entity.ts', { cwd: folder }).sort();
const exports: unknown[] = (await Promise.all(files.map((file) => import(join(folder, file))))).flatMap(Object.values);

/** Every table of the shop. */
export const entities = exports.filter((each) => EntitySchema.is(each));
