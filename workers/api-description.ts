import { send } from '@koa/send';
import type { Middleware } from 'koa';
import { projectFolder } from '../backend/config.ts';

const PAGE = '/api/';

/** The files that `make build` writes, by path. */
const files = new Map([
  ['/openapi.json', 'openapi.json'],
  [PAGE, 'index.html'],
  [`${PAGE}openapi-explorer.min.js`, 'openapi-explorer.min.js'],
]);

/** The page sets styles from its script. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the description of the API, and a page that shows it. */
export const apiDescription: Middleware = async (ctx, next) => {
  if (`${ctx.path}/` === PAGE) return ctx.redirect(PAGE);
  const file = files.get(ctx.path);
  if (file === undefined) return next();
  ctx.set('Content-Security-Policy', POLICY);
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Cache-Control', 'no-cache');
  await send(ctx, file, { root: `${projectFolder}/dist/api` });
};
