import { readResponseSchemas } from '../backend/openapi/response-schemas.ts';

/** Compiles the schemas once for the whole run, before several processes need them at the same time. */
export default async function setup(): Promise<void> {
  await readResponseSchemas();
}
