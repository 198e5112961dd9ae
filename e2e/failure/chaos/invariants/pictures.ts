import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { derivativeName } from '#contract/catalogue.ts';
import type { Journal } from '../journal.ts';
import type { Evidence } from './evidence.ts';
import { type Finding, newFinding } from './finding.ts';

type Picture = { owner: string; image: string; state: string; widths: number[] };

/** Every picture is there with its derivatives, and nothing else. Abandoned files must have been cleared away before. */
export async function checkPictures(
  { products, users }: Evidence,
  journal: Journal,
  dataDir: string,
): Promise<Finding[]> {
  const ofProducts = products.map(({ id, image, imageState, imageWidths }) => ({
    owner: `product ${id}`,
    image,
    state: imageState,
    widths: imageWidths,
  }));
  const ofUsers = users
    .filter(({ avatar, avatarState, email }) => avatar !== '' || avatarState !== 'ready' || journal.avatars.has(email))
    .map(({ email, avatar, avatarState, avatarWidths }) => ({
      owner: email,
      image: avatar,
      state: avatarState,
      widths: avatarWidths,
    }));
  return [
    await checkFolder('product pictures', ofProducts, join(dataDir, 'uploads')),
    await checkFolder('avatars', ofUsers, join(dataDir, 'uploads', 'users')),
    await checkEmpty('waiting uploads', join(dataDir, 'pending')),
    await checkEmpty('temporary files', join(dataDir, 'temporary')),
  ];
}

async function checkFolder(what: string, pictures: Picture[], folder: string): Promise<Finding> {
  const finding = newFinding(what, pictures.length);
  const files = new Set(await listFiles(folder));
  const expected = new Set<string>();
  for (const { owner, image, state, widths } of pictures) {
    if (state !== 'ready' || image === '' || widths.length === 0) {
      finding.wrong.push(`${owner} has a picture that is ${state} (${image}, ${widths})`);
    }
    for (const name of [image, ...widths.map((width) => derivativeName(image, width))]) {
      expected.add(name);
      if (state === 'ready' && !files.has(name)) finding.lost.push(`${name} of ${owner}`);
    }
  }
  for (const file of files) if (!expected.has(file)) finding.wrong.push(`${file} is nobody's`);
  return finding;
}

async function checkEmpty(what: string, folder: string): Promise<Finding> {
  const files = await listFiles(folder);
  return { ...newFinding(what, 1), wrong: files.map((file) => `${file} was left`) };
}

/** Of a folder that may never have been made. */
async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.name !== 'users').map(({ name }) => name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
