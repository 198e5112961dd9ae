import type Router from '@koa/router';
import {
  CATALOGUE_FILE_BYTES_MAX,
  filesTooLarge,
  IMPORT_PICTURES_BYTES_MAX,
  IMPORT_PICTURES_MAX,
  tooManyPictures,
} from '#contract/catalogue/imports.ts';
import { m } from '#messages';
import { AppError, invalid } from '../../core/errors.ts';
import { UPLOAD_MAX } from '../../core/http/bodies.ts';
import { describeCalls } from '../../core/http/calls.ts';
import { type Form, type FormFile, readForm } from '../../core/http/forms.ts';
import { createRouter, pathId, requireCaller, type ShopState } from '../../core/http/http.ts';
import { choice } from '../../core/http/parameters.ts';
import { queryString } from '../../core/http/query-string.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { isFileName } from './catalogue-product.ts';
import { getImport, listImports } from './imports.queries.ts';
import { catalogueKey, pictureKey, requestImport, withImportFiles } from './imports.service.ts';

const api = describeCalls('Imports', {
  start: {
    summary: 'Import a catalogue file',
    access: 'imports.run',
    quota: 'import',
    form: {
      files: {
        file: { description: 'JSON lines or CSV, optionally gzipped.', isRequired: true },
        pictures: { description: 'The pictures that its rows name.', isList: true },
      },
      fields: {
        check: {
          ...choice(['true', 'false']),
          description: 'With true, the import only reports what it would change: by default, it changes it.',
        },
        publish: {
          ...choice(['true', 'false']),
          description: 'With false, new products are hidden unless their rows say otherwise.',
        },
      },
    },
    response: 'ImportStarted',
  },
  list: { summary: 'List the latest imports', access: 'imports.run', response: 'Imports' },
  read: { summary: 'Read an import', access: 'imports.run', response: 'Import' },
});

const LIMITS = {
  files: 1 + IMPORT_PICTURES_MAX,
  fileBytes: CATALOGUE_FILE_BYTES_MAX,
  totalBytes: CATALOGUE_FILE_BYTES_MAX + IMPORT_PICTURES_BYTES_MAX,
  time: UPLOAD_MAX,
  tooManyFiles: tooManyPictures,
  tooManyBytes: filesTooLarge,
};

/** The number of imports in the list. */
const LISTED = 20;

type Options = { storage: Storage };

/** The import of catalogue files, for admins. */
export function importsRoutes({ storage }: Options): Router<ShopState> {
  const router = createRouter();

  router.post('/admin/import', api.start, async (ctx) => {
    if (!ctx.is('multipart')) throw new AppError('unsupportedType', m.imports.sendForm());
    await withImportFiles(storage, async (importId) => {
      const { fields, files } = await readForm(ctx.req, LIMITS, (file) => keepFile(storage, importId, file));
      await ctx.state.confirmAccess();
      const fileName = checkCatalogue(files);
      await requestImport(ctx.state.em, requireCaller(ctx), { importId, fileName, ...readOptions(fields) });
      ctx.body = { status: 'success', message: m.imports.started(), importId };
    });
  });

  router.get('/admin/import', api.list, async (ctx) => {
    ctx.body = { status: 'success', imports: await listImports(ctx.state.em, LISTED) };
  });

  router.get('/admin/import/:id', api.read, async (ctx) => {
    const found = await getImport(ctx.state.em, pathId(ctx.params.id, m.imports.notFound()));
    ctx.body = { status: 'success', import: found };
  });

  return router;
}

/** @returns name and size of a catalogue file; null for a picture and for any other file */
async function keepFile(storage: Storage, importId: string, { field, name, stream }: FormFile) {
  if (field === 'file') return { name, size: await storage.put(catalogueKey(importId), stream) };
  // A line can name a picture only by a bare file name.
  if (field === 'pictures' && isFileName(name)) await storage.put(pictureKey(importId, name), stream);
  return null;
}

/** @returns the name of the catalogue file */
function checkCatalogue(files: ({ name: string; size: number } | null)[]): string {
  const [catalogue, ...others] = files.filter((file) => file !== null);
  if (others.length > 0) throw new AppError('malformed', m.imports.sendOneFile());
  if (catalogue === undefined) throw invalid({ file: m.imports.fileRequired() });
  if (catalogue.size === 0) throw invalid({ file: m.imports.empty() });
  return catalogue.name;
}

/** @throws AppError invalid */
function readOptions(fields: Form<unknown>['fields']) {
  const entries = Array.from(fields, ([name, values]) => [name, values.length > 1 ? values : values[0]]);
  const given = queryString({ query: Object.fromEntries(entries) }, { strict: true });
  const check = given.choice('check', ['true', 'false']);
  const publish = given.choice('publish', ['true', 'false']);
  given.finish();
  return { isCheck: check === 'true', publishesNew: publish !== 'false' };
}
