import type { Middleware } from 'koa';
import { traced } from '../observability/tracing.ts';
import { routeOf } from './http.ts';

/** Traces each request, except health checks. Continues the trace of a proxy, if it sends one. */
export const traceRequests: Middleware = (ctx, next) => {
  if (ctx.req.url?.startsWith('/health/')) return next();
  const { method } = ctx;
  const parent = ctx.get('traceparent') || null;
  const attributes = { 'http.request.method': method };
  return traced({ name: method, kind: 'server', parent, attributes }, async (span) => {
    await next();
    const route = routeOf(ctx);
    if (route !== null) {
      span?.rename(`${method} ${route}`);
      span?.set({ 'http.route': route });
    }
    span?.set({ 'http.response.status_code': ctx.status, 'webshop.request_id': ctx.state.requestId ?? '' });
    if (ctx.status >= 500) span?.fail();
  });
};
