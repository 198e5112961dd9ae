import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { constants, getPriority, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { demandOf } from './header.ts';
import { PATIENT } from './picture-faults.ts';
import {
  BrokenPictureError,
  type RenderedPicture,
  type RenderingLimits,
  type RenderingReply,
  type RenderingTask,
} from './rendered-picture.ts';

// Pictures are hostile: a small file can take minutes and gigabytes, and decoders have had holes. So they are decoded in
// processes of their own, which know no secret and are killed as soon as a picture exceeds its limits.

/** Enough for what people upload: 24 megapixels as JPEG, 12 as WebP, or 8 as PNG. The next picture waits no longer than this. */
const QUICK: RenderingLimits = { seconds: 1.5, megabytes: 250 };

/** A higher number means less of the CPU; only root may lower the number of a process. */
const BELOW_NORMAL = constants.priority.PRIORITY_BELOW_NORMAL;

/** Seconds for a process to start, and to answer. Only a machine that is far too busy takes as long. */
const START_MAX = 60;
const ANSWER_MAX = 180;

/** A picture takes more than most, which says nothing against it. */
export class DemandingPictureError extends Error {
  override name = 'DemandingPictureError';
  /** The limit that it has exceeded; null if its header says that it will. */
  readonly exceeded: keyof RenderingLimits | null;

  constructor(message: string, exceeded: DemandingPictureError['exceeded'] = null) {
    super(message);
    this.exceeded = exceeded;
  }
}

/** Started by the first picture and kept for the next one, as the start takes longer than most pictures. */
let spare: ChildProcess | null = null;

/**
 * Renders a picture with derivatives of the given `widths` in pixels, if that takes little time and memory. One of which
 * the header says otherwise is not even tried.
 * @throws BrokenPictureError if it can't be decoded; DemandingPictureError
 */
export async function renderQuickly(bytes: Uint8Array, widths: readonly number[]): Promise<RenderedPicture> {
  const demand = demandOf(bytes);
  // Trying would keep others waiting for nothing, and for the next process to start.
  if (demand !== null) throw new DemandingPictureError(demand);
  const renderer = takeSpare() ?? (await startRenderer());
  let isFit = false;
  try {
    const reply = await ask(renderer, { bytes, widths, limits: QUICK });
    isFit = !('exceeded' in reply);
    return renderedIn(reply, QUICK);
  } finally {
    if (isFit) keep(renderer);
    else renderer.kill('SIGKILL');
  }
}

/** Renders any picture that is allowed, with less of the CPU than other work. @throws BrokenPictureError */
export async function renderPatiently(bytes: Uint8Array, widths: readonly number[]): Promise<RenderedPicture> {
  const renderer = await startRenderer();
  try {
    if (renderer.pid !== undefined) setPriority(renderer.pid, Math.max(getPriority(), BELOW_NORMAL));
    return renderedIn(await ask(renderer, { bytes, widths, limits: PATIENT }), PATIENT);
  } catch (error) {
    if (!(error instanceof DemandingPictureError)) throw error;
    throw new BrokenPictureError(error.exceeded === 'seconds' ? 'takesTooLong' : 'takesTooMuch', error.message);
  } finally {
    // What a large picture leaves in its heap would count against the next one.
    renderer.kill('SIGKILL');
  }
}

function renderedIn(reply: RenderingReply, limits: RenderingLimits): RenderedPicture {
  if ('rendered' in reply) return reply.rendered;
  if ('exceeded' in reply) {
    const { exceeded } = reply;
    throw new DemandingPictureError(`The picture takes more than ${limits[exceeded]} ${exceeded} to process`, exceeded);
  }
  throw new BrokenPictureError(reply.broken, reply.detail);
}

function takeSpare(): ChildProcess | null {
  const renderer = spare;
  spare = null;
  renderer?.ref();
  renderer?.channel?.ref();
  return renderer;
}

function keep(renderer: ChildProcess): void {
  if (spare !== null) {
    renderer.kill('SIGKILL');
    return;
  }
  spare = renderer;
  // Alone, it doesn't keep this process running.
  renderer.unref();
  renderer.channel?.unref();
}

/**
 * Beyond it, the system refuses memory to a process: it could ask for gigabytes between two looks at what it has taken. In
 * kB of writable memory, of which V8 and the stacks of threads reserve 620 MB without using them.
 */
const RESERVED_MAX = 1_800_000;
const PROGRAM = fileURLToPath(new URL('./render.ts', import.meta.url));

async function startRenderer(): Promise<ChildProcess> {
  // In the cache, in a folder of this version of Node.
  const compiled = getCompileCacheDir();
  const renderer = fork(PROGRAM, {
    ...(process.platform === 'linux'
      ? { execPath: '/bin/sh', execArgv: ['-c', `ulimit -d ${RESERVED_MAX}; exec "$0" "$@"`, process.execPath] }
      : { execArgv: [] }),
    env: {
      ...(compiled !== undefined && { NODE_COMPILE_CACHE: dirname(compiled) }),
      // Without it, the gaps between pictures of different sizes grow with each, to 470 MB after 16:
      // https://man7.org/linux/man-pages/man3/mallopt.3.html
      MALLOC_MMAP_THRESHOLD_: String(128 * 1024),
      // Large pictures would be written to /tmp, where a killed process leaves them:
      // https://www.libvips.org/API/current/func.get_disc_threshold.html
      VIPS_DISC_THRESHOLD: '4g',
      // https://www.libvips.org/API/current/func.block_untrusted_set.html
      VIPS_BLOCK_UNTRUSTED: '1',
    },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Whoever waits for a message gets the error.
  renderer.on('error', () => {});
  renderer.once('exit', () => {
    if (spare === renderer) spare = null;
  });
  try {
    await nextMessage(renderer, START_MAX);
    return renderer;
  } catch (error) {
    renderer.kill('SIGKILL');
    throw error;
  }
}

async function ask(renderer: ChildProcess, task: RenderingTask): Promise<RenderingReply> {
  renderer.send(task);
  return (await nextMessage(renderer, ANSWER_MAX)) as RenderingReply;
}

/** @throws Error if the process dies, can't be reached, or stays silent for this many seconds */
async function nextMessage(renderer: ChildProcess, seconds: number): Promise<unknown> {
  const over = new AbortController();
  const { signal } = over;
  const message = once(renderer, 'message', { signal }).then(([message]) => message);
  const death = once(renderer, 'exit', { signal }).then(([code, killer]) => {
    throw new Error(`The process that renders pictures has ended (${killer ?? `code ${code}`})`);
  });
  const silence = sleep(seconds * 1000, undefined, { signal }).then(() => {
    throw new Error(`The process that renders pictures was silent for ${seconds} seconds`);
  });
  try {
    return await Promise.race([message, death, silence]);
  } finally {
    over.abort();
  }
}
