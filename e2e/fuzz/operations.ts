import { scopeOfCall } from '../../backend/core/http/calls.ts';
import type { JsonSchema } from '../../backend/core/http/parameters.ts';
import { openApiDocument } from '../../backend/openapi/document.ts';
import { describedRoutes } from '../../backend/openapi/routes.ts';

/** Who calls: somebody with a token that doesn't exist, nobody known, a shopper, an admin, or a program with an API key. */
export type Role = 'stranger' | 'visitor' | 'user' | 'admin' | 'key';

type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: JsonSchema };

/** A call of the API, as its description lists it. */
export type Operation = {
  method: string;
  /** Such as "/orders/{id}". */
  path: string;
  /** The least that a caller needs. */
  access: 'visitor' | 'user' | 'admin';
  /** Whether an API key with all scopes may make it. */
  isForKeys: boolean;
  parameters: Parameter[];
  /** The JSON that it takes, if any. */
  json: JsonSchema | null;
  /** The members of the form that it takes, if any. */
  form: Record<string, JsonSchema> | null;
  /** Whether somebody signs the body. */
  isSigned: boolean;
};

type Media = { schema: JsonSchema & { properties?: Record<string, JsonSchema> } };
type Described = { parameters?: Parameter[]; requestBody?: { content: Record<string, Media> } };

/** Every call of the router. A route with an optional segment has two. */
export function listOperations(): Operation[] {
  return describedRoutes().flatMap((route) => {
    const { paths } = openApiDocument([route], { schemas: {}, events: {} }, 'fuzz');
    return Object.entries(paths).map(([path, methods]): Operation => {
      const { parameters = [], requestBody } = methods[route.method.toLowerCase()] as Described;
      const { access } = route.call;
      return {
        method: route.method,
        path,
        access: access === undefined ? 'visitor' : access === 'user' ? 'user' : 'admin',
        isForKeys: scopeOfCall(route.call, route.method) !== null || (access === undefined && route.method === 'GET'),
        parameters,
        json: requestBody?.content['application/json']?.schema ?? null,
        form: requestBody?.content['multipart/form-data']?.schema.properties ?? null,
        isSigned: route.call.rawBody !== undefined,
      };
    });
  });
}

export function nameOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}
