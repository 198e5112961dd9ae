import type Router from '@koa/router';
import { m } from '#messages';
import { AppError } from '../../core/errors.ts';
import { readJson } from '../../core/http/bodies.ts';
import { MCP_PATH } from '../../core/http/error-responses.ts';
import { createRouter, requireJson, type ShopContext, type ShopState } from '../../core/http/http.ts';
import type { Logger } from '../../core/observability/log.ts';
import { buildCart } from './cart.tools.ts';
import { getPage } from './page.tools.ts';
import { getProduct, listCategories, searchProducts } from './product.tools.ts';
import { runTool } from './run-tool.ts';
import type { ToolContext } from './tool.ts';

type Options = Omit<ToolContext, 'em' | 'takeQuota'> & { log: Logger };

const tools = [searchProducts, getProduct, listCategories, getPage, buildCart];

/** What the protocol's server reads of a request. */
const HEADERS = ['accept', 'content-type', 'mcp-protocol-version'];

/**
 * The shop for assistants: the Model Context Protocol over Streamable HTTP, without sessions.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http
 */
export function agentsRoutes({ log, ...shop }: Options): Router<ShopState> {
  const router = createRouter();

  router.all(MCP_PATH, async (ctx) => {
    requireOwnOrigin(ctx, shop.publicUrl);
    if (ctx.method !== 'POST') {
      ctx.set('Allow', 'POST');
      throw new AppError('methodNotAllowed', m.api.methodNotAllowed());
    }
    requireJson(ctx);
    const message = await readJson(ctx.req);
    // One message: the protocol has given up lists of them, each of which would count as one request.
    if (typeof message !== 'object' || message === null || Array.isArray(message)) {
      throw new AppError('malformed', m.api.mustBeObject());
    }
    const { em, quotas } = ctx.state;
    const takeQuota: ToolContext['takeQuota'] = (name) => quotas.take(name, { userId: null, address: ctx.ip });
    // Loaded on first use: its libraries take memory that few shops need.
    const { respondTo } = await import('./mcp-server.ts');
    const response = await respondTo(requestOf(ctx, shop.publicUrl), message, {
      title: shop.settings.last().name,
      tools,
      run: (tool, given) => runTool(tool, given, { ...shop, em, takeQuota }, log),
    });
    ctx.status = response.status;
    for (const [name, value] of response.headers) ctx.set(name, value);
    ctx.body = await response.text();
  });

  return router;
}

/** Refuses other sites' pages, which could otherwise ask in the name of their visitors. @throws AppError forbidden */
function requireOwnOrigin(ctx: ShopContext, publicUrl: string): void {
  const origin = ctx.get('Origin');
  if (origin === '' || origin === new URL(publicUrl).origin || URL.parse(origin)?.host === ctx.host) return;
  throw new AppError('forbidden', m.api.foreignOrigin());
}

function requestOf(ctx: ShopContext, publicUrl: string): Request {
  const headers = HEADERS.map((name): [string, string] => [name, ctx.get(name)]);
  return new Request(publicUrl + MCP_PATH, { method: 'POST', headers: headers.filter(([, value]) => value !== '') });
}
