import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const API = 'http://127.0.0.1:3000';

export default defineConfig({
  root: 'frontend',
  plugins: [react()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    rolldownOptions: {
      treeshake: {
        // The contract keeps limits and schemas of a module in one file. A page that needs a limit must not bring yup,
        // 11 kB of it: building a schema changes nothing else, so the unused ones can go, and with them the library.
        manualPureFunctions: ['yup', 'requiredText', 'text', 'number', 'id'],
        moduleSideEffects: [{ test: /\/node_modules\/yup\//, sideEffects: false }],
      },
    },
  },
  server: { proxy: { '/api': API, '/uploads': API } },
});
