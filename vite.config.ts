import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, minifySync, type Plugin } from 'vite';
import { generatedLanguages, shopLanguages } from './messages/languages.ts';
import { writeMessages } from './messages/vite-plugin.ts';

const CLIENT_FOLDER = '../dist/client';
/** Pages name the same files, wherever they are rendered. */
const ASSET_NAMES = 'assets/[hash:7][extname]';
const API = 'http://127.0.0.1:3000';
const SHARED = /frontend\/(components|stores|api|texts)\/(?!admin|forms)/;
const FORMS = /frontend\/components\/(forms\/|Form)|node_modules\/(yup|react-hook-form)\//;
const COMPRESSIBLE = /\.(js|css|html|svg)$/;

/** Minifies the scripts of frontend/public, and compresses all files at the highest level: the server only sends them. */
async function compressAhead(folder: string): Promise<void> {
  const all = await readdir(folder, { recursive: true });
  const files = all.filter((file) => COMPRESSIBLE.test(file) && !all.includes(`${file}.br`));
  await Promise.all(
    files.map(async (name) => {
      const file = join(folder, name);
      const isPublic = file.endsWith('.js') && !file.includes('/assets/');
      const source = await readFile(file, 'utf8');
      const content = isPublic ? minifySync(file, source).code : source;
      if (isPublic) await writeFile(file, content);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

/** Lets styles and pictures load before the script, because what a page shows first needs none. */
function scriptLast(): Plugin {
  return {
    name: 'script-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script type="module"', '$& fetchpriority="low"'),
    },
  };
}

const classNames = new Map<string, string>();

/** A short name for a class of a CSS module, the same in all builds: the first script lists those of the first view. */
function className(name: string, file: string): string {
  const [path = ''] = relative('frontend', file).split('?');
  const short = `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 3)}`;
  const known = classNames.get(short) ?? path;
  if (known !== path) throw new Error(`${known} and ${path} both have a class ${short}: rename one of them`);
  classNames.set(short, path);
  return short;
}

/** In each language. */
const client: EnvironmentOptions = {
  build: {
    outDir: CLIENT_FOLDER,
    // Their authors ask that their licenses come with their code.
    license: { fileName: 'licenses.txt' },
    rolldownOptions: {
      output: {
        // One file for what every page needs, and one for the small parts that several load later: on phones, round
        // trips cost more than bytes.
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 3, maxModuleSize: 2000, test: SHARED },
            { name: 'forms', minShareCount: 3, test: FORMS },
          ],
        },
        // Short names: that file lists those of all others.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: ({ isDynamicEntry }) => `assets/${isDynamicEntry ? '[name]-' : ''}[hash:7].js`,
        assetFileNames: ASSET_NAMES,
      },
    },
  },
};

/** Of `vite build --mode generated`, which adds the languages that only tests speak. */
const GENERATED = 'generated';

export default defineConfig(({ mode }) => ({
  root: 'frontend',
  plugins: [writeMessages(mode === GENERATED ? generatedLanguages : shopLanguages, client), react(), scriptLast()],
  // React has the hook that wouter takes from a package for older versions.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  css: { modules: { generateScopedName: className } },
  build: {
    emptyOutDir: true,
    // Every supported browser has `modulepreload`.
    modulePreload: { polyfill: false },
    // Compression takes most of the build, which is no reason to warn.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  builder: {
    buildApp: async ({ environments, build }) => {
      for (const [name, environment] of Object.entries(environments)) {
        if (mode !== GENERATED || name.startsWith('client_')) await build(environment);
      }
      await compressAhead(resolve('frontend', CLIENT_FOLDER));
    },
  },
  environments: {
    // Renders the first view on the server, where production has none of the client's packages.
    ssr: {
      resolve: { noExternal: true },
      // Leaves out React's checks for development.
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: '../dist/server',
        minify: true,
        copyPublicDir: false,
        rolldownOptions: { input: 'server.tsx', output: { assetFileNames: ASSET_NAMES } },
      },
    },
  },
  server: { proxy: { '/api': API, '/mcp': API, '/uploads': API, '/guarantee-notice': API } },
}));
