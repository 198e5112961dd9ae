import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../config.ts';
import { describedRoutes } from './routes.ts';

const folder = join(projectFolder, 'frontend');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'),
);

const everywhere = files.map((at) => readFileSync(join(folder, at), 'utf8')).join('\n');

/** A call by the client: the name of its response, its method and its path, in which "*" stands for a value. */
type ClientCall = { at: string; name: string; method: string; path: string };

const CALL = /\bcall<'(\w+)'>\(\s*'([A-Z]+)',\s*(`[^`]*`|'[^']*'|\w+(?:\([^)]*\))?)/g;

/** The path that an expression gives, where `source` says so; null if only its callers know. */
function pathOf(expression: string, source: string): string | null {
  const text = expression.trim();
  const named = /^(\w+)(?:\(.*\))?$/.exec(text)?.[1];
  if (named !== undefined) {
    const constant = new RegExp(`const ${named} = (?:\\([^)]*\\) => )?([^;]*);`).exec(source)?.[1];
    const returned = new RegExp(`function ${named}\\([^)]*\\)[^{]*\\{\\s*return ([^;]*);`).exec(source)?.[1];
    const exported = new RegExp(`export const ${named} = (?:\\([^)]*\\) => )?([^;]*);`).exec(everywhere)?.[1];
    const given = constant ?? returned ?? exported;
    return given === undefined ? null : pathOf(given, source);
  }
  const literal = /^['`](.*)['`]$/s.exec(text)?.[1];
  if (literal === undefined) return null;
  // A constant, a value between slashes, or a query.
  const path = literal.replace(/\$\{((?:[^{}]|\{[^{}]*\})*)\}/g, (_, inner: string) => pathOf(inner, source) ?? '*');
  return path.split('?')[0] ?? '';
}

const calls = files.flatMap((at) => {
  const source = readFileSync(join(folder, at), 'utf8');
  return [...source.matchAll(CALL)].flatMap(([, name = '', method = '', expression = '']): ClientCall[] => {
    const path = pathOf(expression, source);
    return path === null || path === '*' ? [] : [{ at, name, method, path }];
  });
});

test('finds the calls of the client', () => {
  expect(calls.length).toBeGreaterThan(60);
});

const routes = describedRoutes().map(({ method, path, call }) => ({
  method,
  // Without optional segments.
  segments: path
    .replace(/\{[^}]*\}/g, '')
    .replace('/api/v1', '')
    .split('/'),
  response: call.response,
}));

test.each(calls)('$at: $method $path responds with $name', ({ name, method, path }) => {
  const wanted = path.split('/');
  const matching = routes.filter(
    (route) =>
      route.method === method &&
      route.segments.length === wanted.length &&
      route.segments.every((segment, index) => segment.startsWith(':') || [segment, '*'].includes(wanted[index] ?? '')),
  );
  expect(matching.map(({ response }) => response)).toContain(name);
});
