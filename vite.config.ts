import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const API = 'http://127.0.0.1:3000';
const COMPRESSIBLE = /\.(js|css|html|svg)$/;

/** Compresses the built files at the highest level, so that the server only sends them. */
function compressAhead(): Plugin {
  let folder = '';
  return {
    name: 'compress-ahead',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    closeBundle: async () => {
      const files = (await readdir(folder, { recursive: true })).filter((file) => COMPRESSIBLE.test(file));
      for (const file of files.map((name) => join(folder, name))) {
        const content = await readFile(file);
        await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: 'frontend',
  plugins: [react(), compressAhead()],
  // React has the hook that wouter takes from a package for older versions.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    // Every supported browser has `modulepreload`.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Compression takes most of the build, which is no reason to warn.
      checks: { bundlerTimings: false },
      output: {
        // One file for what every page needs: on phones, round trips cost more than bytes.
        codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] },
      },
    },
  },
  server: { proxy: { '/api': API, '/uploads': API } },
});
