import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Middleware } from 'koa';
import { contextOf, traced } from '../observability/tracing.ts';
import { routeOf } from './http.ts';

/** Traces each request, except health checks. Continues the trace of a proxy, if it sends one. */
export const traceRequests: Middleware = (ctx, next) => {
  if (ctx.req.url?.startsWith('/health/')) return next();
  const { method } = ctx;
  const attributes = { 'http.request.method': method };
  return traced(
    method,
    { kind: SpanKind.SERVER, attributes },
    async (span) => {
      await next();
      const route = routeOf(ctx);
      if (route !== null) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
      span.setAttribute('http.response.status_code', ctx.status);
      span.setAttribute('webshop.request_id', ctx.state.requestId ?? '');
      if (ctx.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    },
    contextOf(ctx.get('traceparent') || null),
  );
};
