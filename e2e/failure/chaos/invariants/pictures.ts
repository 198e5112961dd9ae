import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { derivativeName } from '#contract/catalogue.ts';
import type { Journal } from '../journal.ts';
import type { Evidence } from './evidence.ts';
import { type Finding, newFinding } from './finding.ts';

/** Checks that every picture is ready and has all its files, and that no other files exist after the clean-up. */
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

function checkOwners(name: string, kind: string, owners: { id: string }[], { pictures }: Evidence): Finding {
  const shown = new Set(pictures.filter(({ ownerKind }) => ownerKind === kind).map(({ ownerId }) => ownerId));
  const lost = owners.filter(({ id }) => !shown.has(id)).map(({ id }) => `the picture of ${kind} ${id}`);
  return { ...newFinding(name, owners.length), lost };
}

async function checkFolder(name: string, kind: string, evidence: Evidence, folder: string): Promise<Finding> {
  const pictures = evidence.pictures.filter(({ ownerKind }) => ownerKind === kind);
  const owners = new Set((kind === 'product' ? evidence.products : evidence.users).map(({ id }) => id));
  const finding = newFinding(name, pictures.length);
  const files = new Set(await listFiles(folder));
  const expected = new Set<string>();
  for (const { id, ownerId, state, extension, widths, replacesId } of pictures) {
    if (!owners.has(ownerId)) finding.wrong.push(`${id} belongs to ${kind} ${ownerId}, which does not exist`);
    if (state !== 'ready' || widths.length === 0 || replacesId !== null) {
      finding.wrong.push(`${id} of ${kind} ${ownerId} is ${state} (${widths}), and replaces ${replacesId}`);
    }
    for (const file of [id + extension, ...widths.map((width) => derivativeName(id + extension, width))]) {
      expected.add(file);
      if (state === 'ready' && !files.has(file)) finding.lost.push(`${file} of ${kind} ${ownerId}`);
    }
  }
  for (const file of files) if (!expected.has(file)) finding.wrong.push(`${file} belongs to no picture`);
  return finding;
}

async function checkEmpty(name: string, folder: string): Promise<Finding> {
  const files = await listFiles(folder);
  return { ...newFinding(name, 1), wrong: files.map((file) => `${file} was left behind`) };
}

/** Empty if the folder does not exist. */
async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.name !== 'users').map(({ name }) => name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
