import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { growthOf } from '../../testing/trend.ts';
import { memoryOf } from '../load/memory.ts';
import type { FuzzedProcess } from './shop.ts';

/** What a process holds after a garbage collection, in MB and open descriptors. */
export type Footprint = { heap: number; resident: number; descriptors: number };

/** Growth over a run that counts as a leak. Connections to PostgreSQL come and go, and the catalogue's index grows. */
const GROWTH_MAX: Footprint = { heap: 32, resident: 64, descriptors: 20 };

/** Measurements that show whether something grows. */
const MEASUREMENTS_MIN = 7;

/** Measures a process through its inspector. https://chromedevtools.github.io/devtools-protocol/v8/ */
export class Scale {
  readonly name: string;
  readonly series: Footprint[] = [];
  private readonly pid: number;
  private readonly socket: WebSocket;
  private calls = 0;

  private constructor({ name, pid }: FuzzedProcess, socket: WebSocket) {
    this.name = name;
    this.pid = pid;
    this.socket = socket;
  }

  static async connect(process: FuzzedProcess): Promise<Scale> {
    const socket = new WebSocket(process.inspector);
    await once(socket, 'open');
    return new Scale(process, socket);
  }

  async measure(): Promise<void> {
    for (let turn = 0; turn < 2; turn += 1) await this.ask('HeapProfiler.collectGarbage', {});
    const expression = 'process.memoryUsage().heapUsed + process.memoryUsage().external';
    const { result } = (await this.ask('Runtime.evaluate', { expression })) as { result: { value: number } };
    const memory = await memoryOf(this.pid);
    const descriptors = (await readdir(`/proc/${this.pid}/fd`)).length;
    this.series.push({ heap: result.value / 1024 / 1024, resident: memory?.current ?? 0, descriptors });
  }

  /** What a line through the measurements grows by; the first one is before caches are full. */
  private growthOf(part: keyof Footprint): number {
    return growthOf(this.series.slice(1).map((each, x) => ({ x, y: each[part] })));
  }

  /** None after a few measurements, while caches still fill. */
  problems(): string[] {
    if (this.series.length < MEASUREMENTS_MIN) return [];
    return (['heap', 'resident', 'descriptors'] as const)
      .map((part) => ({ part, growth: this.growthOf(part) }))
      .filter(({ part, growth }) => growth > GROWTH_MAX[part])
      .map(({ part, growth }) => `${this.name}: ${part} grew by ${Math.round(growth)}`);
  }

  close(): void {
    this.socket.close();
  }

  private async ask(method: string, params: object): Promise<unknown> {
    this.calls += 1;
    const id = this.calls;
    this.socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [event] = (await once(this.socket, 'message')) as [MessageEvent<string>];
      const message = JSON.parse(event.data);
      if (message.id === id) return message.result;
    }
  }
}
