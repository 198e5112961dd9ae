import { answering, type Received, type Receiver, startReceiver } from '../../../testing/servers/receiver.ts';
import type { Random } from './random.ts';

/** A merchant's tool, which the shop tells of events. */
export type Endpoint = { name: string; receiver: Receiver };

export type Endpoints = {
  all: readonly Endpoint[];
  /** Lets all of them accept everything from now on. */
  heal(): void;
  close(): Promise<void>;
};

type Answer = (received: Received) => unknown;

const accept = answering(204);
const cutOff: Answer = ({ response }) => response.destroy();

/** How a tool answers until it is healed. It has got what it refuses, too. */
const kinds: Record<string, (random: Random) => Answer> = {
  slow: (random) => (received) => {
    // Some are never answered.
    if (random.chance(0.95)) setTimeout(() => accept(received), random.integer(0, 5000));
  },
  dying(random) {
    let livesUntil = 0;
    let diesUntil = 0;
    return (received) => {
      const now = performance.now();
      if (now > diesUntil) {
        livesUntil = now + random.integer(500, 5000);
        diesUntil = livesUntil + random.integer(500, 5000);
      }
      return now < livesUntil ? accept(received) : cutOff(received);
    };
  },
  lying(random) {
    const answers: Answer[] = [
      accept,
      answering(500, 'This never arrived'),
      answering(429, '', { 'retry-after': '1' }),
      answering(302, '', { location: 'http://127.0.0.1:1/' }),
      answering(200, 'More will follow', { 'content-length': '1000' }),
      ({ response }) => response.writeHead(200).write('Begun'),
      cutOff,
    ];
    return (received) => random.pick(answers)(received);
  },
};

/** Starts tools that answer late, die and come back, and say what isn't so. */
export async function startEndpoints(random: Random): Promise<Endpoints> {
  let isHealed = false;
  const all = await Promise.all(
    Object.entries(kinds).map(async ([name, answerOf]) => {
      const receiver = await startReceiver();
      const answer = answerOf(random.fork(name));
      receiver.answer = (received) => (isHealed ? accept(received) : answer(received));
      return { name, receiver };
    }),
  );
  return {
    all,
    heal() {
      isHealed = true;
    },
    async close() {
      await Promise.all(all.map(({ receiver }) => receiver.close()));
    },
  };
}
