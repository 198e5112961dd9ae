import fc from 'fast-check';
import type { JsonSchema } from '../../backend/core/http/parameters.ts';
import type { Body, CallStep } from './call-step.ts';
import { forms } from './forms.ts';
import { hostileBody, hostileText, hostileValue } from './hostile.ts';
import { escaped } from './json.ts';
import { kindOf, Later } from './known.ts';
import { nameOf, type Operation, type Role } from './operations.ts';
import type { Samples } from './pictures.ts';
import { recipeOf } from './recipes.ts';
import { hostileFields, knownId, nearly, pick, validValue } from './values.ts';
import { webhookBody } from './webhooks.ts';

const NONE = fc.constant<Body>({ kind: 'none' });

/** Requests to a call: as described, nearly so, and hostile. */
export function callSteps(operation: Operation, samples: Samples): fc.Arbitrary<CallStep> {
  return fc.record({
    operation: fc.constant(operation),
    role: roles(operation),
    segments: segments(operation),
    query: query(operation),
    headers: headers(operation),
    body: body(operation, samples),
    address: addresses,
  });
}

function roles({ access }: Operation): fc.Arbitrary<Role> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(access) },
    { weight: 1, arbitrary: fc.constantFrom<Role>('stranger', 'visitor', 'user', 'admin', 'key') },
  );
}

const addresses = fc.oneof(
  { weight: 8, arbitrary: fc.ipV4() },
  { weight: 4, arbitrary: fc.ipV6() },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      'unknown',
      '1.2.3.4:5',
      '[::1]:80',
      '::ffff:1.2.3.4',
      '1.2.3.4, 5.6.7.8',
      'x'.repeat(1000),
      'fe80::1%eth0',
    ),
  },
);

/** Written into the path as they are. */
const brokenSegment = fc.constantFrom('%', '%zz', '%00', '%c0%ae', '%ff', '%2f', '%5c', 'a%2f..%2fb', ';a=b', '*', '');

function segments({ path, parameters }: Operation): fc.Arbitrary<unknown[]> {
  const names = path.split('/').slice(1);
  const schemas = new Map(parameters.map((parameter) => [parameter.name, parameter.schema]));
  const any = fc.tuple(
    ...names.map((name, index): fc.Arbitrary<unknown> => {
      if (!name.startsWith('{')) return fc.constant(null);
      return fc.oneof(
        { weight: 8, arbitrary: segment(name.slice(1, -1), names[index - 1] ?? '', schemas) },
        { weight: 1, arbitrary: hostileText.map(escaped) },
        { weight: 1, arbitrary: brokenSegment },
      );
    }),
  );
  const part = names.findLastIndex((name) => /^\{.+Id\}$/.test(name));
  return names.indexOf('{id}') < part && part > 0
    ? fc.oneof({ weight: 2, arbitrary: pairs(names, part) }, { weight: 1, arbitrary: any })
    : any;
}

/** Paths to a thing inside the one that contains it. */
function pairs(names: string[], part: number): fc.Arbitrary<unknown[]> {
  const kind = kindOf(names[part]?.slice(1, -1) ?? '');
  return pick.map((index) =>
    names.map((name, at) => {
      if (at === part) return new Later(`${kind} ${index}`, (known) => known.id(kind, index));
      if (name !== '{id}') return null;
      return new Later(`owner of ${kind} ${index}`, (known) => known.ownerOf(known.id(kind, index)) ?? 'x');
    }),
  );
}

function segment(name: string, before: string, schemas: ReadonlyMap<string, JsonSchema>): fc.Arbitrary<unknown> {
  const schema = schemas.get(name);
  if (schema && ('enum' in schema || schema.type === 'integer')) return validValue(schema, { name, owner: before });
  if (name === 'token')
    return pick.map((index) => new Later(`${before} token`, (known) => known.value(`${before} token`, index) ?? 'x'));
  if (name === 'image' || name === 'avatar') return fc.constantFrom('x', 'picture.png', '..%2f..%2fetc');
  return knownId(name === 'id' ? kindOf(before) : kindOf(name));
}

/** What texts in a query name, where that is no id. */
const namedByQuery: Record<string, fc.Arbitrary<unknown>> = {
  category: pick.map((index) => new Later('slug', (known) => known.value('slug', index) ?? 'x')),
  'attribute.*': pick.map((index) => new Later('value', (known) => known.value('value', index) ?? 'x')),
  ids: fc.array(pick, { maxLength: 5 }).map((picks) => {
    return new Later('product ids', (known) => picks.map((index) => known.id('product', index)).join(','));
  }),
};

function query({ parameters, path }: Operation): fc.Arbitrary<[string, unknown][]> {
  const owner = kindOf(path.split('/').at(-1) ?? '');
  const known = parameters.filter((parameter) => parameter.in === 'query');
  if (known.length === 0) return fc.array(strangeParameter, { maxLength: 1 });
  const described = fc
    .subarray(known)
    .chain((chosen) => fc.tuple(...chosen.map(({ name, schema }) => parameter(name, schema, owner))));
  return fc.oneof(
    { weight: 4, arbitrary: described },
    {
      weight: 2,
      arbitrary: fc.tuple(described, fc.array(strangeParameter, { maxLength: 3 })).map((lists) => lists.flat()),
    },
    { weight: 1, arbitrary: fc.tuple(described, described).map((lists) => lists.flat()) },
  );
}

function parameter(name: string, schema: JsonSchema, owner: string): fc.Arbitrary<[string, unknown]> {
  const valid = namedByQuery[name] ?? validValue(schema, { name, owner });
  const value = fc.oneof({ weight: 6, arbitrary: valid }, { weight: 1, arbitrary: hostileText });
  const code = name.includes('*')
    ? pick.map((index) => new Later('code', (known) => name.replace('*', String(known.value('code', index) ?? 'x'))))
    : fc.constant(name);
  return fc.tuple(code, value) as fc.Arbitrary<[string, unknown]>;
}

const strangeParameter: fc.Arbitrary<[string, unknown]> = fc.tuple(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'search',
    'page',
    'sort',
    'ids',
    'page[]',
    'a',
    'attribute.',
    'attribute.x.min',
    'toString',
    '',
  ),
  hostileText,
);

const strangeHeaders: Record<string, string[]> = {
  Accept: ['text/html', '', 'x'.repeat(1000)],
  'Accept-Encoding': ['br', 'identity;q=0', '*;q=0', 'gzip;q=9', 'zstd'],
  Authorization: ['Bearer', 'Bearer a b', 'Basic YTpi', 'x'.repeat(1000), 'null', 'Bearer Bearer x'],
  'Content-Type': ['text/plain', 'application/json; charset=utf-16', 'json', 'application/x-www-form-urlencoded', ''],
  Cookie: ['a=b', 'device=x', '=;;;=', `a=${'x'.repeat(1000)}`],
  'If-None-Match': ['*', 'W/"x"', '"', ','.repeat(1000)],
  'If-Modified-Since': ['yesterday'],
  Origin: ['null', 'https://evil.example'],
  Range: ['bytes=0-', 'bytes=5-1', `bytes=${'0-,'.repeat(300)}`],
  'X-Forwarded-Host': ['evil.example'],
  'X-Forwarded-Proto': ['gopher'],
  'X-HTTP-Method-Override': ['DELETE'],
  'X-Request-Id': ['x'.repeat(64), 'a b', "'; drop table product"],
  traceparent: ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '00-0-0-0'],
  'Idempotency-Key': ['', 'x'.repeat(256), '\u00ff'],
};

const strangeHeader = fc
  .constantFrom(...Object.keys(strangeHeaders))
  .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...(strangeHeaders[name] ?? []))));

function headers({ parameters }: Operation): fc.Arbitrary<Record<string, string>> {
  const canRepeat = parameters.some(({ name }) => name === 'Idempotency-Key');
  const key = fc.nat(20).map((number) => [['Idempotency-Key', `key ${number}`]]);
  const described = canRepeat ? fc.oneof(fc.constant([]), key) : fc.constant([]);
  const strange = fc.array(strangeHeader, { maxLength: 2 });
  const entries = fc.oneof({ weight: 5, arbitrary: described }, { weight: 1, arbitrary: strange });
  return (entries as fc.Arbitrary<string[][]>).map((list) => Object.fromEntries(list));
}

function body(operation: Operation, samples: Samples): fc.Arbitrary<Body> {
  const { json, form, isSigned } = operation;
  if (isSigned) return webhookBody;
  const noise = fc.oneof(
    NONE,
    fc.record({
      kind: fc.constant('bytes' as const),
      bytes: hostileBody,
      type: fc.constantFrom('application/json', 'text/plain', ''),
    }),
  );
  if (json === null && form === null) return fc.oneof({ weight: 12, arbitrary: NONE }, { weight: 1, arbitrary: noise });
  const owner = ownerOf(operation);
  const kinds = [
    ...(json === null ? [] : [{ weight: 6, arbitrary: jsonBody(operation, json, owner) }]),
    ...(form === null
      ? []
      : [
          {
            weight: 6,
            arbitrary: fc.record({
              kind: fc.constant('form' as const),
              form: forms(form, { owner, recipe: recipeOf(nameOf(operation)), samples }),
            }),
          },
        ]),
  ];
  return fc.oneof(...kinds, { weight: 1, arbitrary: noise });
}

/** What a call is about: "product" for "/admin/product/{id}/images". */
function ownerOf({ path }: Operation): string {
  const names = path.split('/').filter((name) => name !== '' && !name.startsWith('{'));
  return kindOf(names.at(-1) ?? '');
}

function jsonBody(operation: Operation, schema: JsonSchema, owner: string): fc.Arbitrary<Body> {
  const described = validValue(schema, { name: '', owner });
  const recipe = recipeOf(nameOf(operation));
  const value = fc.oneof(
    { weight: recipe === null ? 0 : 5, arbitrary: recipe ?? described },
    { weight: 5, arbitrary: described },
    { weight: 5, arbitrary: nearly(described) },
    { weight: 2, arbitrary: hostileFields(schema) },
    { weight: 1, arbitrary: hostileValue },
  );
  const encoding = fc.oneof(
    { weight: 12, arbitrary: fc.constant('identity' as const) },
    { weight: 1, arbitrary: fc.constantFrom('gzip' as const, 'br' as const, 'broken' as const) },
  );
  return fc.record({ kind: fc.constant('json' as const), value, encoding });
}
