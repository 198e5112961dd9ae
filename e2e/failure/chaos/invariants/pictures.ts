import { Readable } from 'node:stream';
import { derivativeName } from '#contract/catalogue/pictures.ts';
import { folders, type Storage } from '../../../../backend/core/storage/storage.ts';
import type { Journal } from '../journal.ts';
import type { Evidence } from './evidence.ts';
import { type Finding, newFinding } from './finding.ts';

/** Checks that every picture is ready and has all its files, and that no other files exist after the clean-up. */
export async function checkPictures(evidence: Evidence, journal: Journal, storage: Storage): Promise<Finding[]> {
  const { users, products } = evidence;
  const filesIn = async (folder: string) =>
    (await Readable.from(storage.list(folder, 0)).toArray()).map((key) => key.slice(folder.length + 1));
  const withAvatar = users.filter(({ email }) => journal.avatars.has(email));
  return [
    checkFolder('product pictures', 'product', evidence, await filesIn(folders.public)),
    checkFolder('avatars', 'user', evidence, await filesIn(`${folders.public}/users`)),
    checkOwners('products with a picture', 'product', products, evidence),
    checkOwners('users with an avatar', 'user', withAvatar, evidence),
    checkEmpty('waiting uploads', await filesIn(folders.uploads)),
    checkEmpty('temporary files', await filesIn('temporary')),
  ];
}

function checkOwners(name: string, kind: string, owners: { id: string }[], { pictures }: Evidence): Finding {
  const shown = new Set(pictures.filter(({ ownerKind }) => ownerKind === kind).map(({ ownerId }) => ownerId));
  const lost = owners.filter(({ id }) => !shown.has(id)).map(({ id }) => `the picture of ${kind} ${id}`);
  return { ...newFinding(name, owners.length), lost };
}

function checkFolder(name: string, kind: string, evidence: Evidence, found: string[]): Finding {
  const pictures = evidence.pictures.filter(({ ownerKind }) => ownerKind === kind);
  const owners = new Set((kind === 'product' ? evidence.products : evidence.users).map(({ id }) => id));
  const finding = newFinding(name, pictures.length);
  const files = new Set(found);
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

function checkEmpty(name: string, files: string[]): Finding {
  return { ...newFinding(name, 1), wrong: files.map((file) => `${file} was left behind`) };
}
