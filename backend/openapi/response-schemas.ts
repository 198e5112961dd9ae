import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../config.ts';
import type { JsonSchema } from '../core/http/parameters.ts';

const CONTRACT = join(projectFolder, 'backend/contract');
const CACHE = join(projectFolder, 'node_modules/.cache/responses');

/** The schemas of the types in contract/responses.ts and of the types that they refer to. They allow no other members. */
export type ResponseSchemas = {
  /** By the names in `Responses`. */
  responses: Record<string, JsonSchema>;
  /** By error code. */
  errors: Record<string, JsonSchema>;
  /** By the name of the type; the others refer to them as `#/definitions/NAME`. */
  types: Record<string, JsonSchema>;
};

/** Reads the schemas of all responses. Compiling the contract takes seconds, so the result is kept until it changes. */
export async function readResponseSchemas(): Promise<ResponseSchemas> {
  const file = join(CACHE, `${await versionOfContract()}.json`);
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept !== null) return JSON.parse(kept);
  const schemas = await compileContract();
  await mkdir(CACHE, { recursive: true });
  // Others may be reading it.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(schemas));
  await rename(draft, file);
  return schemas;
}

async function versionOfContract(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of [import.meta.filename, ...(await readdir(CONTRACT)).sort().map((name) => join(CONTRACT, name))]) {
    hash.update(await readFile(name));
  }
  return hash.digest('hex').slice(0, 16);
}

async function compileContract(): Promise<ResponseSchemas> {
  const { createGenerator } = await import('ts-json-schema-generator');
  const generator = createGenerator({
    path: join(CONTRACT, 'responses.ts'),
    tsconfig: join(projectFolder, 'tsconfig.json'),
    jsDoc: 'basic',
    encodeRefs: false,
    // `make check` does that.
    skipTypeCheck: true,
  });
  const { Responses, ErrorResponses, ...types } = generator.createSchema('*').definitions as Record<string, JsonSchema>;
  return { responses: propertiesOf(Responses), errors: propertiesOf(ErrorResponses), types };
}

function propertiesOf(schema: JsonSchema | undefined): Record<string, JsonSchema> {
  return schema?.properties as Record<string, JsonSchema>;
}
