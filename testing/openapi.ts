import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';
import { projectFolder } from '../backend/config.ts';
import type { JsonSchema } from '../backend/core/http/parameters.ts';
import { type ApiTypes, openApiDocument } from '../backend/openapi/document.ts';
import { describedRoutes } from '../backend/openapi/routes.ts';

/** Where the description of the API is kept, so that building a shop needn't compile types. */
export const API_DESCRIPTION = join(projectFolder, 'backend/openapi/openapi.json');

/** Describes the API by its routes and the types of their responses, which takes seconds. */
export async function describeApi(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'));
  const document = openApiDocument(describedRoutes(), apiTypes(), version);
  // Future versions may add members to responses.
  const isProhibition = (name: string, value: unknown) => name === 'additionalProperties' && value === false;
  const text = JSON.stringify(document, (name, value) => (isProhibition(name, value) ? undefined : value), 2);
  return `${text.replaceAll('#/definitions/', '#/components/schemas/')}\n`;
}

/** The schemas of the types in contract/responses.ts, and of the types that they refer to. */
function apiTypes(): ApiTypes {
  const generator = createGenerator({
    path: join(projectFolder, 'backend/contract/responses.ts'),
    tsconfig: join(projectFolder, 'tsconfig.json'),
    jsDoc: 'basic',
    encodeRefs: false,
    // `make check` does that.
    skipTypeCheck: true,
  });
  const { Responses, ErrorResponses, DeliveredData, ...types } = generator.createSchema('*').definitions as Record<
    string,
    JsonSchema
  >;
  const named = (schema: JsonSchema | undefined, suffix: string) =>
    Object.fromEntries(Object.entries(schema?.properties ?? {}).map(([name, each]) => [name + suffix, each]));
  return {
    schemas: { ...named(Responses, 'Response'), ...named(ErrorResponses, 'Error'), ...types },
    events: named(DeliveredData, ''),
  };
}

if (import.meta.main) await writeFile(API_DESCRIPTION, await describeApi());
