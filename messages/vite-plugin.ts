import { fileURLToPath } from 'node:url';
import type { EnvironmentOptions, Plugin } from 'vite';
import { compileMessage } from './compile.ts';
import { inLanguage } from './context.ts';
import { formatterNames } from './formatters.ts';
import { DEFAULT_LANGUAGE, type LanguageCode, languageCodes, languages } from './languages.ts';
import { m } from './messages.ts';
import { type Patterns, readMessages } from './read.ts';

const CLIENT = fileURLToPath(new URL('client.ts', import.meta.url));

/** `m.cart.empty()`, `m.cart.total({…})`, and `m.cart.total` alone. */
const USE = /\bm\.(\w+)\.(\w+)\b(\(\))?/g;

/** `inEach(m.shell.offer)`, of which the client has all languages. */
const USE_IN_EACH = /\binEach\(m\.(\w+)\.(\w+)\)/g;

/** `%m.pages.reload%` in the page. */
const PLACEHOLDER = /%m\.(\w+)\.(\w+)%/g;

/** What the server replaces with the name of the shop. */
const SHOP = '{shop}';

/** The page with its texts in a language. */
function fillPage(page: string, code: LanguageCode): string {
  const texts = m as unknown as Record<string, Record<string, (values: object) => string>>;
  return page.replace(PLACEHOLDER, (_placeholder, area: string, key: string) => {
    const text = inLanguage(code, () => texts[area]?.[key]?.({ shop: SHOP }) ?? '');
    return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  });
}

/** The name of the environment that builds the client in a language: Vite requires that one is called "client". */
export function environmentOf(code: LanguageCode): string {
  return code === DEFAULT_LANGUAGE ? 'client' : `client_${code.replace('-', '_')}`;
}

/**
 * Builds the client once per language, with each message written where it is used: a chunk has the messages that it
 * needs, in its own language. The server renders with messages.ts.
 * @param options of the client in each language
 */
export function writeMessages(codes: readonly LanguageCode[], options: EnvironmentOptions): Plugin {
  const known = new Map<string, { code: LanguageCode; patterns: Patterns }>();
  return {
    name: 'write-messages',
    // Before Vite resolves `#messages` by package.json.
    enforce: 'pre',
    config: () => ({
      environments: Object.fromEntries(
        codes.map((code) => [
          environmentOf(code),
          {
            consumer: 'client',
            define: {
              'import.meta.env.LANGUAGE_CODE': JSON.stringify(code),
              'import.meta.env.LANGUAGE': JSON.stringify(languages[code]),
            },
            // They share a folder: what doesn't differ has the same name.
            build: { ...options.build, emptyOutDir: code === DEFAULT_LANGUAGE },
          },
        ]),
      ),
    }),
    configResolved() {
      for (const code of codes) {
        known.set(environmentOf(code), { code, patterns: readMessages(code) });
      }
    },
    resolveId(source) {
      if (source !== '#messages') return null;
      return this.environment.config.consumer === 'client' ? CLIENT : { id: source, external: true };
    },
    transform: {
      // Its code is JavaScript by now.
      order: 'post',
      filter: { code: '#messages' },
      handler(code) {
        const texts = known.get(this.environment.name);
        if (texts === undefined) return null;
        if (/\bm[.[]/.test(code.replace(USE, ''))) this.error('A message is named by its area and key: m.cart.total');
        const inEach = code.replace(USE_IN_EACH, (_use, area: string, key: string) =>
          JSON.stringify(Object.fromEntries(languageCodes.map((code) => [code, readMessages(code)[area]?.[key]]))),
        );
        const written = inEach.replace(USE, (_use, area: string, key: string, isCalled?: string) => {
          const pattern = texts.patterns[area]?.[key];
          if (pattern === undefined) return this.error(`There is no message ${area}.${key}`);
          const source = compileMessage(pattern, languages[texts.code]);
          return isCalled ? source : `(v=>${source})`;
        });
        const names = formatterNames.filter((name) => written.includes(name));
        return { code: `import {${names.join()}} from '#messages';${written}`, map: null };
      },
    },
    // While developing: there is one language, and no server that names the shop.
    transformIndexHtml: (page, { server }) => {
      return server && fillPage(page, DEFAULT_LANGUAGE).replaceAll(SHOP, 'WebShop');
    },
    generateBundle: {
      // By now, Vite has added it.
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        const code = known.get(this.environment.name)?.code;
        if (page?.type !== 'asset' || code === undefined) return;
        page.source = fillPage(String(page.source), code);
        if (code !== DEFAULT_LANGUAGE) page.fileName = `index.${code}.html`;
      },
    },
  };
}
