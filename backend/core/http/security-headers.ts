import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa, { type Middleware } from 'koa';
import helmet from 'koa-helmet';
import { isOfApi } from './error-responses.ts';

type Options = {
  publicUrl: string;
  /** The payment provider's origins of scripts, frames, images and calls, and that of the frame in which wallets open. */
  provider: { origins: readonly string[]; walletOrigin: string };
};

/** What no page of the shop uses, so that an injected script or a frame can't either. */
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'usb',
];

/** For the API's responses, which are not pages: a page's whole policy would only make them longer. */
const API_POLICY = "default-src 'none';frame-ancestors 'none'";

/** The headers that limit what a browser does with a response. */
export function securityHeaders({ publicUrl, provider: { origins, walletOrigin } }: Options): Middleware {
  const provider = [...origins];
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...provider],
        frameSrc: provider,
        connectSrc: ["'self'", ...provider],
        // Toasts and the provider's elements use inline styles.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // `blob:` is for previews of uploads.
        imgSrc: ["'self'", 'data:', 'blob:', ...provider],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // No string becomes HTML or a script. The payment's code alone has a policy, for the provider's scripts.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default'],
      },
    },
    strictTransportSecurity: publicUrl.startsWith('https:'),
    // The card form and 3-D Secure have other origins.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  });
  const permissions = permissionsPolicy(walletOrigin);
  const ofPages = headersOf(setHeaders).set('permissions-policy', permissions);
  const ofApi = headersOf(setHeaders).set('content-security-policy', API_POLICY);
  return (ctx, next) => {
    ctx.res.setHeaders(isOfApi(ctx.path) ? ofApi : ofPages);
    return next();
  };
}

/** The headers that a middleware sets, which are the same for all requests. */
function headersOf(setHeaders: Middleware): Map<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  setHeaders(new Koa().createContext(response.req, response), async () => {});
  return new Map(response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]));
}

/** https://www.w3.org/TR/permissions-policy/. Wallets such as Apple Pay open in the provider's frame. */
function permissionsPolicy(provider: string): string {
  return [...UNUSED_FEATURES.map((feature) => `${feature}=()`), `payment=(self "${provider}")`].join(', ');
}
