import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type HeadObjectOutput,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsOutput,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { isMissing, toStorageError } from './s3-errors.ts';
import { type FileStatus, folders, isKey, requireKey, type Storage, type StoredFile } from './storage.ts';

export type S3Config = {
  /** Null for AWS. */
  endpoint: string | null;
  bucket: string;
  region: string;
  /** Null for those that the SDK finds, such as a role: https://docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** Whether the bucket is part of the path, not of the host name. */
  pathStyle: boolean;
};

/** Bytes that an upload holds in memory: the smallest part that S3 accepts. Smaller files take one request. */
const PART_BYTES = 5 * 1024 * 1024;

/** Connections to the store. A request that gets none within `connect` fails. */
const SOCKETS_MAX = 64;
/** Requests that are sent for one, counting retries. */
const ATTEMPTS_MAX = 3;
/** Files that are removed at once. */
const REMOVALS = 16;

export type S3Limits = {
  /** Milliseconds until a request fails: without a connection, without a response, and without data. */
  connect: number;
  read: number;
  write: number;
  idle: number;
  /** Files listed by one request. */
  page: number;
};

/** Reads are short, since a shopper waits for them. A write sends a part, or copies a file. */
export const S3_LIMITS: S3Limits = { connect: 2_000, read: 5_000, write: 30_000, idle: 60_000, page: 1000 };

/**
 * Stores files in a bucket, under their keys. A file appears when its upload is complete. Every function throws
 * StorageError if the store can't be reached or refuses a request.
 */
export class S3Storage implements Storage {
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly limits: S3Limits;

  constructor({ endpoint, bucket, region, credentials, pathStyle }: S3Config, limits = S3_LIMITS) {
    this.bucket = bucket;
    this.limits = limits;
    this.client = new S3Client({
      ...(endpoint !== null && { endpoint }),
      ...(credentials !== null && { credentials }),
      region,
      forcePathStyle: pathStyle,
      maxAttempts: ATTEMPTS_MAX,
      // Every request signs the SHA-256 of its body. Many stores other than AWS reject further checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // It would send each large body through a connection of its own, past the limit.
      expectContinueHeader: false,
      requestHandler: {
        connectionTimeout: limits.connect,
        requestTimeout: limits.write,
        socketTimeout: limits.idle,
        throwOnRequestTimeout: true,
        httpAgent: { maxSockets: SOCKETS_MAX },
        httpsAgent: { maxSockets: SOCKETS_MAX },
      },
    });
  }

  async put(key: string, content: Readable | Uint8Array): Promise<number> {
    const upload = new Upload({
      client: this.client,
      params: { ...this.at(key), Body: content },
      partSize: PART_BYTES,
      queueSize: 1,
    });
    let size = 0;
    upload.on('httpUploadProgress', ({ loaded = 0 }) => {
      size = loaded;
    });
    await this.answered(upload.done());
    return size;
  }

  /** The store copies the file itself. */
  async copy(from: string, to: string): Promise<void> {
    const CopySource = `${this.bucket}/${requireKey(from)}`;
    await this.answered(this.client.send(new CopyObjectCommand({ ...this.at(to), CopySource })));
  }

  async open(key: string): Promise<StoredFile | null> {
    const get = new GetObjectCommand(this.at(key));
    const file = await this.found(this.client.send(get, { requestTimeout: this.limits.read }));
    if (file === null) return null;
    if (!(file.Body instanceof Readable)) throw new Error(`The response for ${key} is not a stream`);
    return { ...statusOf(file), stream: file.Body };
  }

  async stat(key: string): Promise<FileStatus | null> {
    const head = new HeadObjectCommand(this.at(key));
    const file = await this.found(this.client.send(head, { requestTimeout: this.limits.read }));
    return file && statusOf(file);
  }

  async remove(key: string): Promise<void> {
    await this.answered(this.client.send(new DeleteObjectCommand(this.at(key))));
  }

  /** One request per file, as not every store removes several at once in the way of AWS. */
  async removeFolder(folder: string): Promise<void> {
    const objects = Readable.from(this.objectsIn(folder));
    await objects.map(({ key }) => this.remove(key), { concurrency: REMOVALS }).toArray();
  }

  async *list(folder: string, age: number, prefix = ''): AsyncGenerator<string> {
    for await (const { key, modifiedAt } of this.objectsIn(folder, { prefix, subfolders: false })) {
      if (isOld(modifiedAt, age)) yield key;
    }
  }

  /** A folder changes when a file is added. */
  async listFolders(folder: string, age: number): Promise<string[]> {
    const changes = new Map<string, Date>();
    for await (const { key, modifiedAt } of this.objectsIn(folder)) {
      const [name, ...rest] = key.slice(folder.length + 1).split('/');
      if (name === undefined || rest.length === 0) continue;
      const known = changes.get(name);
      if (known === undefined || known < modifiedAt) changes.set(name, modifiedAt);
    }
    return [...changes].filter(([, modifiedAt]) => isOld(modifiedAt, age)).map(([name]) => name);
  }

  async *all(): AsyncGenerator<string> {
    for (const folder of Object.values(folders)) {
      for await (const { key } of this.objectsIn(folder)) yield key;
    }
  }

  /** Aborts uploads in parts, whose parts the store would keep, and charge for. */
  async removeUnfinished(age: number): Promise<void> {
    const isOwn = (key: string) => Object.values(folders).some((folder) => key.startsWith(`${folder}/`));
    for await (const { key, id, startedAt } of this.uploads()) {
      if (!isOwn(key) || !isOld(startedAt, age)) continue;
      const abort = new AbortMultipartUploadCommand({ Bucket: this.bucket, Key: key, UploadId: id });
      // It may have been completed or aborted meanwhile.
      await this.found(this.client.send(abort));
    }
  }

  private async answered<T>(response: Promise<T>): Promise<T> {
    return response.catch((error: unknown) => {
      throw toStorageError(this.bucket, error);
    });
  }

  /** @returns null if it doesn't exist */
  private found<T>(response: Promise<T>): Promise<T | null> {
    const orNull = response.catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    return this.answered(orNull);
  }

  private at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: requireKey(key) };
  }

  private async *objectsIn(
    folder: string,
    { prefix = '', subfolders = true }: { prefix?: string; subfolders?: boolean } = {},
  ): AsyncGenerator<{ key: string; modifiedAt: Date }> {
    const Prefix = `${requireKey(folder)}/${prefix}`;
    const query = { Bucket: this.bucket, Prefix, ...(!subfolders && { Delimiter: '/' }) };
    try {
      for await (const page of paginateListObjectsV2({ client: this.client, pageSize: this.limits.page }, query)) {
        // Others may have put more into the bucket, such as the markers of folders that consoles create.
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          if (isKey(Key) && LastModified !== undefined) yield { key: Key, modifiedAt: LastModified };
        }
      }
    } catch (error) {
      throw toStorageError(this.bucket, error);
    }
  }

  private async *uploads(): AsyncGenerator<{ key: string; id: string; startedAt: Date }> {
    let page: ListMultipartUploadsOutput = {};
    do {
      const list = new ListMultipartUploadsCommand({
        Bucket: this.bucket,
        KeyMarker: page.NextKeyMarker,
        UploadIdMarker: page.NextUploadIdMarker,
        MaxUploads: this.limits.page,
      });
      page = await this.answered(this.client.send(list));
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (Key !== undefined && UploadId !== undefined && Initiated !== undefined) {
          yield { key: Key, id: UploadId, startedAt: Initiated };
        }
      }
    } while (page.IsTruncated);
  }
}

/** With age 0, also files that look younger than new, because the store's clock is ahead. */
function isOld(time: Date, age: number): boolean {
  return age === 0 || time.getTime() <= Date.now() - age;
}

function statusOf({ ContentLength, LastModified }: HeadObjectOutput): FileStatus {
  if (ContentLength === undefined || LastModified === undefined) throw new Error('The response lacks a size or a time');
  return { size: ContentLength, modifiedAt: LastModified };
}
