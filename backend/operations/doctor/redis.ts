import type { Config } from '../../config.ts';
import { reasonOf } from '../../core/errors.ts';
import { type Finding, ok, problem } from './finding.ts';

/** Milliseconds for the connection, and for the response. */
const TIMEOUT = 5000;
/** BullMQ recommends it: https://docs.bullmq.io/guide/redis-tm-compatibility */
const VERSION_MIN = [6, 2] as const;

export async function checkRedis({ redisUrl }: Config): Promise<Finding[]> {
  if (redisUrl === null) return [ok('Redis: not used; queues live in PostgreSQL')];
  const { Redis } = await import('ioredis');
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: TIMEOUT,
    commandTimeout: TIMEOUT,
    retryStrategy: () => null,
  });
  // It also rejects the connection.
  let lastError: unknown;
  redis.on('error', (error) => {
    lastError = error;
  });
  try {
    await redis.connect();
    return judge(await redis.info());
  } catch (error) {
    return [problem(`Redis can't be reached: ${reasonOf(lastError ?? error)}: check REDIS_URL and the server`)];
  } finally {
    redis.disconnect();
  }
}

/** @param info lines of `name:value`: https://redis.io/docs/latest/commands/info */
function judge(info: string): Finding[] {
  const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  const version = field('redis_version');
  const policy = field('maxmemory_policy');
  return [
    isSupported(version)
      ? ok(`Redis ${version}`)
      : problem(`Redis ${version} is too old: upgrade to ${VERSION_MIN.join('.')} or newer`),
    field('aof_enabled') === '1'
      ? ok('Redis: appendonly is on')
      : problem('Redis: appendonly is off, so a restart loses the queues: set `appendonly yes`'),
    policy === 'noeviction'
      ? ok('Redis: maxmemory-policy is noeviction')
      : problem(`Redis: maxmemory-policy is ${policy}, so jobs may vanish: set \`maxmemory-policy noeviction\``),
  ];
}

function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > VERSION_MIN[0] || (major === VERSION_MIN[0] && minor >= VERSION_MIN[1]);
}
