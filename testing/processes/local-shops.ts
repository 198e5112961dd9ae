import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { type Stack, startStack, temporaryDataFolder } from './stack.ts';

export type LocalShops = {
  /** The data folder of the current test. */
  readonly folder: string;
  /** Starts a shop on the folder. It stops after the test at the latest. */
  start(environment?: Record<string, string>): Promise<Stack>;
};

/** Gives each test of a file a data folder of its own for the shops that it starts. */
export function localShops(): LocalShops {
  let folder: { path: string; remove(): Promise<void> };
  const started: Stack[] = [];

  beforeEach(async () => {
    folder = await temporaryDataFolder();
  });
  afterEach(async () => {
    // A failed test leaves its shops running.
    for (const shop of started.splice(0)) await shop.stop();
    await folder.remove();
  });

  return {
    get folder() {
      return folder.path;
    },
    async start(environment = {}) {
      const shop = await startStack({ dataDir: folder.path, environment });
      started.push(shop);
      return shop;
    },
  };
}

export async function productsOf(url: string): Promise<ProductView[]> {
  const body = (await (await fetch(`${url}/api/v1/products`)).json()) as { products: ProductView[] };
  return body.products;
}

/** Processes with the data folder in their command line or environment. */
export function processesOn(path: string): string[] {
  const lines = existsSync('/proc/self/environ')
    ? readdirSync('/proc').filter(isNumber).map(describeProcess)
    : execFileSync('ps', ['axeww', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(path));
}

function isNumber(name: string): boolean {
  return /^\d+$/.test(name);
}

/** Linux may lack `ps`: https://man7.org/linux/man-pages/man5/proc.5.html */
function describeProcess(pid: string): string {
  try {
    const [line, environment] = ['cmdline', 'environ'].map((file) => readFileSync(join('/proc', pid, file), 'utf8'));
    return `${pid} ${line} ${environment}`.replaceAll('\0', ' ');
  } catch {
    // It has exited, or belongs to another user and so not to the shop.
    return '';
  }
}
