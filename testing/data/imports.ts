import { gzipSync } from 'node:zlib';
import type { ImportView } from '#contract/catalogue/imports.ts';
import type { ImportedProduct } from '../../backend/modules/catalogue/imported/imported-values.ts';
import type { TestShop } from '../shop/shop.ts';
import { waitFor } from '../wait.ts';
import { filesIn } from './pictures.ts';

/** Lines of a catalogue file with different titles, in a few categories. */
export function catalogueLines(count: number, price = 9.99): string[] {
  return Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      title: `Part ${index + 1}`,
      description: `Made of ${index} pieces`,
      price,
      category: `Category ${index % 3}`,
    }),
  );
}

/** A line of a catalogue file, as an import saves it. */
export function importedLine(line: Partial<ImportedProduct>): ImportedProduct {
  const texts = { title: 'Fan', description: 'Cool', price: 19.99, categoryName: 'Fans' };
  const columns = { options: new Map(), attributes: new Map(), pictures: [] };
  return { line: 1, id: null, importKey: crypto.randomUUID(), ...texts, ...columns, ...line };
}

export function packed(text: string): Buffer {
  return gzipSync(text);
}

type Picture = { name: string; bytes: Uint8Array };

/** A multipart form as the dashboard sends it. */
export function importForm(
  file: string | Uint8Array | Blob,
  pictures: Picture[] = [],
  name = 'catalogue.jsonl',
): FormData {
  const form = new FormData();
  form.set('file', new Blob([file instanceof Uint8Array ? new Uint8Array(file) : file]), name);
  for (const picture of pictures) form.append('pictures', new Blob([new Uint8Array(picture.bytes)]), picture.name);
  return form;
}

/** Uploads a catalogue file as an admin and waits until its import has ended. */
export async function importFile(
  shop: TestShop,
  token: string,
  form: FormData,
  headers: Record<string, string> = {},
): Promise<ImportView> {
  const { status, body } = await shop.call('POST', '/admin/import', { token, form, headers });
  if (status !== 200) throw new Error(`The import was refused: ${JSON.stringify(body)}`);
  return untilOver(shop, token, body.importId);
}

/** Waits until an import is done or has failed. */
function untilOver(shop: TestShop, token: string, importId: string): Promise<ImportView> {
  return waitFor('the import to be over', async () => {
    const { body } = await shop.call('GET', `/admin/import/${importId}`, { token });
    return ['done', 'failed'].includes(body.import.state) ? body.import : null;
  });
}

/** Waits until no import has files; they are removed just after its report is done. */
export function untilFilesAreGone({ storage }: TestShop): Promise<boolean> {
  return waitFor('the files to be gone', async () => {
    const imports = await storage.listFolders('imports', 0);
    return [...imports, ...(await filesIn(storage, 'imports')), ...(await filesIn(storage, 'temporary'))].length === 0;
  });
}
