import { type ErrorCode, errors } from '#contract/errors.ts';
import { rolesWith } from '#contract/users/capabilities.ts';
import { capabilityOf, type DescribedCall, type Form, isDoneOnce, scopeOfCall } from '../core/http/calls.ts';
import { idParameter, type JsonSchema, type Parameters, repeatable } from '../core/http/parameters.ts';
import { inputSchema } from './input-schema.ts';
import type { DescribedRoute } from './routes.ts';

const PREFIX = '/api/v1';

const info = {
  title: 'WebShop API',
  description: `Every response is JSON with \`status\`, except files. In a failed call, \`status\` is \`error\`, \`message\`
is a sentence for people, and \`code\` is for programs. \`Accept-Language\` chooses the language of \`message\`, \`error\` and
\`fields\` among those of the shop, and \`Content-Language\` names it. Clients must tolerate additional members. Amounts are in major
units, ids are UUIDs, dates are ISO 8601 in UTC, and lengths are in UTF-16 code units. Every response carries the request's
id in \`X-Request-Id\`.`,
};

export type ApiTypes = {
  /** All responses and errors, such as `DoneResponse` and `conflictError`, and the types in them. */
  schemas: Record<string, JsonSchema>;
  /** The `data` of each event. */
  events: Record<string, JsonSchema>;
};

/**
 * The description of the API and of the webhooks in the form of OpenAPI 3.1. https://spec.openapis.org/oas/v3.1.1
 */
export function openApiDocument(routes: readonly DescribedRoute[], { schemas, events }: ApiTypes, version: string) {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    for (const [path, optional] of pathsOf(route.path)) {
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, path, optional) };
    }
  }
  return {
    openapi: '3.1.1',
    info: { ...info, version },
    servers: [
      {
        url: `{shop}${PREFIX}`,
        variables: { shop: { default: 'http://localhost:3000', description: 'PUBLIC_URL of the shop.' } },
      },
    ],
    tags: [...new Set(routes.map(({ call }) => call.group))].sort().map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(Object.entries(events).map(([event, data]) => [event, webhook(event, data)])),
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The `token` of POST /user/login; valid for 30 days.' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, which begins with `wsk_`. It acts as who added it, within its scopes and their role, 600 times a minute.',
        },
      },
      schemas,
      responses: Object.fromEntries((Object.keys(errors) as ErrorCode[]).map((code) => [code, errorResponse([code])])),
    },
  };
}

/** OpenAPI has no optional segments, so a route with one, such as "/user/:id{/{:avatar}}", has two paths. */
function pathsOf(pattern: string): [path: string, optional?: string][] {
  const [path = '', optional] = pattern.slice(PREFIX.length).replaceAll('}', '').split('{/{:');
  const required = path.replaceAll(/:(\w+)/g, '{$1}');
  return optional === undefined ? [[required]] : [[required], [`${required}/{${optional}}`, optional]];
}

function operation({ method, call }: DescribedRoute, path: string, optional?: string) {
  const capability = capabilityOf(call);
  const scope = scopeOfCall(call, method);
  const isPublicRead = call.access === undefined && method === 'GET';
  const scopeText = scope === null ? 'Not for API keys.' : `API keys need the scope \`${scope}\`.`;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const ids = names.filter((name) => !(call.path && name in call.path));
  const ownPath = Object.fromEntries(names.map((name) => [name, call.path?.[name] ?? idParameter]));
  const parameters = [
    ...parametersIn('path', ownPath),
    ...parametersIn('query', call.query),
    ...parametersIn('header', call.headers),
    ...parametersIn('header', isDoneOnce(call, method) ? repeatable : {}),
  ];
  return {
    operationId: operationId(call.summary, optional),
    summary: call.summary,
    tags: [call.group],
    ...(capability && { description: `For the roles ${rolesWith(capability).join(', ')}. ${scopeText}` }),
    security: [
      // A token that is not needed is read, too.
      ...(call.access === undefined ? [{}] : []),
      { session: [] },
      // The names of roles that a bearer needs: https://spec.openapis.org/oas/v3.1.1#security-requirement-object
      ...(scope !== null ? [{ apiKey: [scope] }] : isPublicRead ? [{ apiKey: [] }] : []),
    ],
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(call),
    responses: { ...success(method, call), ...errorResponses(errorsOf(method, call, ids.length > 0)) },
  };
}

/** "listOrders" for "List orders". */
function operationId(summary: string, optional?: string): string {
  const words = summary
    .replaceAll(/['’,]/g, '')
    .split(' ')
    .filter((word) => !['a', 'an', 'the'].includes(word));
  const [first = '', ...others] = optional === undefined ? words : [...words, 'with', optional];
  return first.toLowerCase() + others.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
}

/** What a merchant's endpoint gets, and how it answers: https://www.standardwebhooks.com */
function webhook(event: string, data: JsonSchema) {
  const timestamp = { type: 'string', format: 'date-time', description: 'When it happened.' };
  const body = {
    type: 'object',
    properties: { type: { const: event }, timestamp, data },
    required: ['type', 'timestamp', 'data'],
  };
  return {
    post: {
      operationId: `on ${event}`.replaceAll(/[ .](\w)/g, (_, letter: string) => letter.toUpperCase()),
      summary: event,
      tags: ['webhooks'],
      security: [],
      parameters: parametersIn('header', deliveryHeaders),
      requestBody: { required: true, content: json(body) },
      responses: {
        '2XX': { description: 'It has arrived, if the answer comes within 15 seconds.' },
        410: { description: 'It wants no more: the shop switches the webhook off.' },
        default: { description: 'It comes again, up to nine times within about three days; `Retry-After` is obeyed.' },
      },
    },
  };
}

const deliveryHeaders: Parameters = {
  'webhook-id': { type: 'string', description: 'The same for each try.' },
  'webhook-timestamp': {
    type: 'string',
    pattern: '^\\d+$',
    description: 'When this try was sent, in seconds since 1970.',
  },
  'webhook-signature': {
    type: 'string',
    description:
      '`v1,` and the base64 of the HMAC-SHA256 of `ID.TIMESTAMP.BODY`, for each secret that is valid, separated by spaces.',
  },
};

function parametersIn(place: 'path' | 'query' | 'header', parameters: Parameters = {}) {
  return Object.entries(parameters).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    ...(place === 'path' && { required: true }),
    ...(description !== undefined && { description }),
    schema,
  }));
}

function requestBody({ body, isBodyOptional, form, rawBody }: DescribedCall) {
  if (body) return { requestBody: { required: !isBodyOptional, content: json(inputSchema(body)) } };
  if (rawBody) return { requestBody: { required: true, content: json({ type: 'object', description: rawBody }) } };
  if (!form) return {};
  const { files, fields, values, json: data } = form;
  const isFileRequired = Object.values(files).some(({ isRequired }) => isRequired);
  const dataSchema = data && inputSchema(data.schema);
  const valueSchemas = values && inputSchema(values);
  const properties = {
    ...(data && { [data.field]: dataSchema }),
    ...Object.fromEntries(Object.entries(files).map(([name, file]) => [name, fileSchema(file)])),
    ...fields,
    ...(valueSchemas?.properties as Record<string, JsonSchema> | undefined),
  };
  const required = [
    ...Object.keys(files).filter((name) => files[name]?.isRequired),
    ...((valueSchemas?.required as string[] | undefined) ?? []),
  ];
  const content = {
    'multipart/form-data': { schema: { type: 'object', properties, ...(required.length > 0 && { required }) } },
    ...(dataSchema && !isFileRequired && json(dataSchema)),
  };
  return { requestBody: { required: true, content } };
}

function fileSchema({ description, mediaType, isList }: Form['files'][string]): JsonSchema {
  const file = { type: 'string', contentMediaType: mediaType ?? 'application/octet-stream' };
  return isList ? { type: 'array', items: file, description } : { ...file, description };
}

function success(method: string, { response }: DescribedCall) {
  const ok =
    response === 'csv'
      ? file('text/csv', 'A CSV file.')
      : response === 'pdf'
        ? file('application/pdf', 'A PDF file.')
        : { description: 'Success.', content: json({ $ref: `#/components/schemas/${response}Response` }) };
  if (method !== 'GET') return { 200: ok };
  // A CSV file is streamed, so it has no ETag; `If-None-Match: *` applies to it, too.
  const headers = { ETag: { description: 'For `If-None-Match`.', schema: { type: 'string' } } };
  return {
    200: { ...ok, ...(response !== 'csv' && { headers }) },
    304: { description: 'Not modified since `If-None-Match`.' },
  };
}

function file(type: string, description: string) {
  return { description, content: { [type]: { schema: { type: 'string' } } } };
}

function errorsOf(method: string, call: DescribedCall, hasIds: boolean): Set<ErrorCode> {
  const { access, isDangerous, body, form, rawBody, query, headers, errors = [] } = call;
  const implied: [boolean, ...ErrorCode[]][] = [
    // Of an API key that is not valid, or calls too often. Calls that change something also reject another wrong token.
    [true, 'unauthenticated', 'tooMany'],
    // Public reads are open to keys of any scope.
    [access !== undefined || method !== 'GET', 'forbidden'],
    [capabilityOf(call) !== null, 'secondFactorRequired'],
    [isDangerous === true, 'reauthenticationRequired'],
    [isDoneOnce(call, method), 'malformed', 'conflict'],
    [hasIds, 'notFound'],
    [Boolean(body ?? form ?? rawBody ?? headers), 'malformed'],
    [Boolean(body ?? form ?? rawBody), 'tooSlow', 'tooLarge'],
    [Boolean(body ?? form), 'unsupportedType'],
    [Boolean(body ?? form ?? query), 'invalid'],
    [true, 'misdirected', 'internal', 'unavailable'],
  ];
  return new Set([...implied.flatMap(([applies, ...codes]) => (applies ? codes : [])), ...errors]);
}

/** The responses of errors, by status. */
function errorResponses(codes: Set<ErrorCode>): Record<string, object> {
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, [first, ...others]]) => [
      status,
      first !== undefined && others.length === 0
        ? { $ref: `#/components/responses/${first}` }
        : errorResponse(byStatus.get(status) ?? []),
    ]),
  );
}

function errorResponse(codes: readonly ErrorCode[]) {
  const refs = codes.map((code) => ({ $ref: `#/components/schemas/${code}Error` }));
  const waits = codes.includes('tooMany') || codes.includes('unavailable');
  const retryAfter = { description: 'Seconds to wait.', schema: { type: 'integer' } };
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code].meaning}`).join(' '),
    ...(waits && { headers: { 'Retry-After': retryAfter } }),
    content: json(refs.length === 1 ? (refs[0] ?? {}) : { oneOf: refs }),
  };
}

function json(schema: JsonSchema) {
  return { 'application/json': { schema } };
}
