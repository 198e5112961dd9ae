import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { webhookEvents } from '#contract/integration/webhooks.ts';
import { API_DESCRIPTION, describeApi } from '../../testing/openapi.ts';
import { startTestShop } from '../../testing/shop/shop.ts';
import { newId } from '../core/ids.ts';
import { describedRoutes } from './routes.ts';

const shop = await startTestShop();
const routes = describedRoutes();
const document = await readFile(API_DESCRIPTION, 'utf8');

/** The address of a route, with ids that don't exist. */
function addressOf(path: string): string {
  return path
    .replace('/api/v1', '')
    .replace(/\{.*\}/, '')
    .replaceAll(/:\w+/g, newId());
}

describe('the document', () => {
  test('is up to date: run `make openapi` if it is not', async () => {
    expect(await describeApi()).toBe(document);
  });

  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(document));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  });

  test('names each operation once', () => {
    const names = document.match(/"operationId": "\w+"/g) ?? [];
    expect(names.length).toBeGreaterThan(80);
    expect(new Set(names).size).toBe(names.length);
  });

  test('describes each event of webhooks', () => {
    expect(Object.keys(JSON.parse(document).webhooks)).toEqual(webhookEvents);
  });

  test('lets responses grow', () => {
    expect(document).not.toContain('"additionalProperties": false');
  });
});

test('parameters accept exactly the described values', async () => {
  const { token } = await shop.admin();
  for (const { method, path, call } of routes) {
    for (const [name, schema] of Object.entries(call.query ?? {})) {
      const rejects = async (value: string) => {
        const { body } = await shop.call(method, `${addressOf(path)}?${new URLSearchParams([[name, value]])}`, {
          token,
        });
        return body.fields?.[name] !== undefined;
      };
      const [values, wrong] = samples(schema);
      for (const value of values) expect([path, name, value, await rejects(value)]).toEqual([path, name, value, false]);
      for (const value of wrong) expect([path, name, value, await rejects(value)]).toEqual([path, name, value, true]);
    }
  }
});

/** Values that a schema allows and forbids; none if it allows any text. */
function samples({ enum: values, type, format, maximum, maxLength }: Record<string, unknown>): [string[], string[]] {
  if (Array.isArray(values)) return [values.slice(0, 12), ['other']];
  if (type === 'integer')
    return [
      ['1', String(maximum ?? 1)],
      ['0', '1.5', ...(maximum ? [`${maximum}0`] : [])],
    ];
  if (type === 'number')
    return [
      ['0', '1.5'],
      ['-1', 'x'],
    ];
  if (format === 'uuid') return [[newId()], ['x']];
  if (format === 'date') return [['2026-12-24'], ['2026-13-24']];
  if (typeof maxLength === 'number') return [['x'.repeat(maxLength)], ['x'.repeat(maxLength + 1)]];
  return [[], []];
}
