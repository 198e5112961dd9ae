import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { derivativeName } from '#contract/catalogue.ts';
import type { Journal } from '../journal.ts';
import type { Evidence } from './evidence.ts';
import { type Finding, newFinding } from './finding.ts';

/** Every picture is ready, with all of its files, and there are no other files. Abandoned files must have been removed before. */
export async function checkPictures(evidence: Evidence, journal: Journal, dataDir: string): Promise<Finding[]> {
  const { users, products } = evidence;
  const withAvatar = users.filter(({ email }) => journal.avatars.has(email));
  return [
    await checkFolder('product pictures', 'product', evidence, join(dataDir, 'uploads')),
    await checkFolder('avatars', 'user', evidence, join(dataDir, 'uploads', 'users')),
    checkOwners('products with a picture', 'product', products, evidence),
    checkOwners('users with an avatar', 'user', withAvatar, evidence),
    await checkEmpty('waiting uploads', join(dataDir, 'pending')),
    await checkEmpty('temporary files', join(dataDir, 'temporary')),
  ];
}

function checkOwners(what: string, kind: string, owners: { id: string }[], { pictures }: Evidence): Finding {
  const shown = new Set(pictures.filter(({ ownerKind }) => ownerKind === kind).map(({ ownerId }) => ownerId));
  const lost = owners.filter(({ id }) => !shown.has(id)).map(({ id }) => `the picture of ${kind} ${id}`);
  return { ...newFinding(what, owners.length), lost };
}

async function checkFolder(what: string, kind: string, evidence: Evidence, folder: string): Promise<Finding> {
  const pictures = evidence.pictures.filter(({ ownerKind }) => ownerKind === kind);
  const owners = new Set((kind === 'product' ? evidence.products : evidence.users).map(({ id }) => id));
  const finding = newFinding(what, pictures.length);
  const files = new Set(await listFiles(folder));
  const expected = new Set<string>();
  for (const { id, ownerId, state, extension, widths, replacesId } of pictures) {
    if (!owners.has(ownerId)) finding.wrong.push(`${id} belongs to ${kind} ${ownerId}, which does not exist`);
    if (state !== 'ready' || widths.length === 0 || replacesId !== null) {
      finding.wrong.push(`${id} of ${kind} ${ownerId} is ${state} (${widths}), and replaces ${replacesId}`);
    }
    for (const name of [id + extension, ...widths.map((width) => derivativeName(id + extension, width))]) {
      expected.add(name);
      if (state === 'ready' && !files.has(name)) finding.lost.push(`${name} of ${kind} ${ownerId}`);
    }
  }
  for (const file of files) if (!expected.has(file)) finding.wrong.push(`${file} belongs to no picture`);
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
