import { readFile } from 'node:fs/promises';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { openApiDocument } from '../../backend/openapi/document.ts';
import { API_DESCRIPTION } from '../openapi.ts';
import type { ApiResponse, Call } from './api.ts';

type Schema = { type?: string; properties?: Record<string, Schema> };
type Media = Record<string, { schema: Schema }>;
type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Media };
  responses: Record<string, { $ref?: string; content?: Media }>;
};

/** An operation, with its JSON Pointer (RFC 6901) in the description. */
type Located = { operation: Operation; at: string };

/** A request of a test and its response. */
export type Exchange = { method: string; path: string; body: unknown; response: ApiResponse };

type DeliveryBody = { type: string; timestamp: string; data: object };

let description: Promise<Description> | null = null;

/** Makes a call fail if request or response is not as the API's description says. */
export function checked(call: Call): Call {
  return async (method, path, options) => {
    const response = await call(method, path, options);
    const problems = await problemsOf({ method, path, body: options?.body, response });
    if (problems.length > 0) throw new Error(`${method} ${path} isn't as described:\n${problems.join('\n')}`);
    return response;
  };
}

/** What is not as the API's description says. */
export async function problemsOf(exchange: Exchange): Promise<string[]> {
  description ??= readDescription();
  return (await description).problemsOf(exchange);
}

/** What of the body of a delivery to a webhook is not as the description says. */
export async function deliveryProblems(body: DeliveryBody): Promise<string[]> {
  description ??= readDescription();
  return (await description).deliveryProblems(body);
}

/** The description, without members that it doesn't name: those that later versions may add to responses. */
async function readDescription(): Promise<Description> {
  const { components, ...document } = JSON.parse(await readFile(API_DESCRIPTION, 'utf8'));
  const isOpen = (value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value && !('additionalProperties' in value);
  const closed = (described: object) =>
    JSON.parse(
      JSON.stringify(described, (name, value) =>
        name !== 'properties' && isOpen(value) ? { ...value, additionalProperties: false } : value,
      ),
    );
  return new Description({
    ...document,
    webhooks: closed(document.webhooks),
    components: { ...components, schemas: closed(components.schemas) },
  });
}

/** Finds what is not as the API's description says. */
class Description {
  /** Its `unicode: false` counts lengths as the shop does, in UTF-16 code units; it is logged as deprecated. */
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, unicode: false, logger: false });
  private readonly operations: (Located & { method: string; pattern: RegExp })[];

  constructor(document: ReturnType<typeof openApiDocument>) {
    addFormats.default(this.ajv);
    this.ajv.addSchema({ ...document, $id: 'api' });
    const paths = document.paths as Record<string, Record<string, Operation>>;
    const sorted = Object.entries(paths)
      // The router prefers "/admin/product/export" to "/admin/product/{id}", too.
      .sort(([a], [b]) => a.split('{').length - b.split('{').length);
    this.operations = sorted.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        // An optional segment may also be empty.
        pattern: patternOf(path, { canEndEmpty: paths[path.replace(/\/\{\w+\}$/, '')]?.[method] !== undefined }),
        operation,
        at: pointer('paths', path, method),
      })),
    );
  }

  problemsOf({ method, path, body, response }: Exchange): string[] {
    if (method === 'HEAD') return [];
    const { pathname, searchParams } = new URL(path, 'http://shop');
    const found = this.operations.find((known) => known.method === method && known.pattern.test(pathname));
    if (found === undefined) return this.undescribedProblems(response);
    return [
      ...this.responseProblems(found, response),
      ...(response.status === 200 ? this.bodyProblems(found, body) : []),
      ...(response.status === 200 ? this.parameterProblems(found, searchParams) : []),
      ...(response.status === 422 ? undescribedFields(found.operation, response.body.fields) : []),
    ];
  }

  deliveryProblems(body: DeliveryBody): string[] {
    const schema = ['post', 'requestBody', 'content', 'application/json', 'schema'];
    return this.schemaProblems(pointer('webhooks', body.type, ...schema), body, 'the delivery');
  }

  /** What is not described must not exist. */
  private undescribedProblems({ status, body }: ApiResponse): string[] {
    const codes: Record<number, string> = { 401: 'unauthenticated', 404: 'notFound', 405: 'methodNotAllowed' };
    const code = codes[status];
    if (code === undefined) return [`it is not described, but responds with ${status}`];
    return this.schemaProblems(pointer('components', 'schemas', `${code}Error`), body, 'the response');
  }

  private responseProblems({ operation, at }: Located, { status, headers, body }: ApiResponse): string[] {
    const described = operation.responses[status];
    if (described === undefined) return [`the status ${status} is not described: ${JSON.stringify(body)}`];
    const content = described.$ref ? { 'application/json': {} } : described.content;
    if (content === undefined) return [];
    const type = headers.get('Content-Type')?.split(';')[0] ?? '';
    if (!(type in content)) return [`the type ${type} is not described`];
    if (type !== 'application/json') return [];
    const responseAt = described.$ref?.slice(1) ?? at + pointer('responses', String(status));
    return this.schemaProblems(responseAt + pointer('content', type, 'schema'), body, 'the response');
  }

  /** An accepted JSON body must be described. */
  private bodyProblems({ operation, at }: Located, body: unknown): string[] {
    if (typeof body !== 'object' || !operation.requestBody?.content['application/json']) return [];
    const bodyAt = at + pointer('requestBody', 'content', 'application/json', 'schema');
    return this.schemaProblems(bodyAt, trimmed(body), 'the request');
  }

  /** The accepted value of a described parameter must be described. */
  private parameterProblems({ operation: { parameters = [] }, at }: Located, query: URLSearchParams): string[] {
    return parameters.flatMap(({ name, in: place, schema }, index) => {
      const value = query.get(name);
      // Tables ignore empty parameters.
      if (place !== 'query' || !value) return [];
      const given = schema.type === 'string' ? value : Number(value);
      return this.schemaProblems(at + pointer('parameters', String(index), 'schema'), given, `the parameter ${name}`);
    });
  }

  /** Each schema is compiled when it is first needed. */
  private schemaProblems(at: string, value: unknown, what: string): string[] {
    const validate = this.ajv.getSchema(`api#${at}`) as ValidateFunction | undefined;
    if (validate === undefined) return [`${what} has no schema`];
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${what}${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }
}

function patternOf(path: string, { canEndEmpty }: { canEndEmpty: boolean }): RegExp {
  const pattern = path.replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${canEndEmpty ? pattern.replace(/\+$/, '*') : pattern}$`);
}

/** Fields that a response rejects must be those of the request. */
function undescribedFields({ parameters = [], requestBody }: Operation, fields: object): string[] {
  const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema);
  // A form has a field with JSON, whose members are rejected by their own names.
  const members = [...bodies, ...bodies.flatMap(({ properties = {} }) => Object.values(properties))];
  const known = [
    ...members.flatMap(({ properties = {} }) => Object.keys(properties)),
    // "attribute.*" stands for many.
    ...parameters.map(({ name }) => name.replace('.*', '')),
  ];
  const unknown = Object.keys(fields).filter((field) => !known.includes(field.split(/[.[]/)[0] ?? ''));
  return unknown.map((field) => `the rejected field ${field} is not described`);
}

/** A JSON Pointer as a part of a URL. */
function pointer(...names: string[]): string {
  return names.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
}

/** The shop trims most texts before it measures them. */
function trimmed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, member) => (typeof member === 'string' ? member.trim() : member));
}
