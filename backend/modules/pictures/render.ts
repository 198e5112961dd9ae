import { MEGABYTE } from '#contract/catalogue/picture-limits.ts';
import {
  BrokenPictureError,
  type RenderingLimits,
  type RenderingReply,
  type RenderingTask,
} from './rendered-picture.ts';
import { renderPicture } from './rendering.ts';

// The program of a process that renders pictures, forked by renderers.ts.

/** Milliseconds between two looks at what the picture has taken. Decoders need about 2 for each megabyte that they fill. */
const LOOK = 10;

process.on('message', async ({ bytes, widths, limits }: RenderingTask) => {
  const before = process.cpuUsage();
  const watch = setInterval(() => {
    const exceeded = findExceeded(limits, before);
    if (exceeded !== null) reply({ exceeded });
  }, LOOK);
  try {
    reply({ rendered: await renderPicture(bytes, widths) });
  } catch (error) {
    if (!(error instanceof BrokenPictureError)) throw error;
    reply({ broken: error.fault, detail: error.message });
  } finally {
    clearInterval(watch);
  }
});

function findExceeded({ seconds, megabytes }: RenderingLimits, before: NodeJS.CpuUsage): keyof RenderingLimits | null {
  const { user, system } = process.cpuUsage(before);
  if (user + system > seconds * 1_000_000) return 'seconds';
  return process.memoryUsage.rss() > megabytes * MEGABYTE ? 'megabytes' : null;
}

function reply(message: RenderingReply | 'ready'): void {
  process.send?.(message);
}

// The parent has ended, perhaps by a signal. Exiting would wait for the decoder.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

reply('ready');
