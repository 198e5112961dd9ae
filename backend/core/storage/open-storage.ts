import { codeOf } from '../errors.ts';
import { StartError } from '../process/start.ts';
import { FileStorage } from './file-storage.ts';
import type { S3Config } from './s3-storage.ts';
import { type Storage, StorageError } from './storage.ts';

type StorageConfig = {
  dataDir: string;
  /** Null for a folder. */
  s3: S3Config | null;
};

/** Opens the shop's files, in S3 or in `dataDir`. @throws StartError if it can't write there */
export async function openStorage({ dataDir, s3 }: StorageConfig): Promise<Storage> {
  const storage = s3 === null ? new FileStorage(dataDir) : await createS3Storage(s3);
  try {
    await storage.put(PROBE, new Uint8Array());
    await storage.remove(PROBE);
  } catch (cause) {
    // Other errors, such as a full disk or an unreachable store, may pass, and only affect files.
    if (cause instanceof StorageError && cause.refused) throw new StartError(`${cause.message}. ${ADVICE}`, { cause });
    if (UNUSABLE.includes(codeOf(cause))) {
      throw new StartError(`DATA_DIR ${dataDir} is not writable: ${codeOf(cause)}`, { cause });
    }
  }
  return storage;
}

const PROBE = 'temporary/probe';

const ADVICE = 'Check the variables S3_… and the permissions of the access key.';

/** Errors that mean a folder isn't writable or can't be created. */
const UNUSABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR'];

/** Loads the SDK, which takes 33 MB, only for a shop that uses it. */
async function createS3Storage(config: S3Config): Promise<Storage> {
  const { S3Storage } = await import('./s3-storage.ts');
  return new S3Storage(config);
}
