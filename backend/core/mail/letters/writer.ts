import { Piscina } from 'piscina';
import type { Draft, Letter, LetterParts, Writer } from './letter.ts';

/** Milliseconds without a letter after which the thread ends. */
const IDLE = 30_000;

export type LetterWriter = {
  /** Lays a letter out as the HTML and the text of a mail. */
  write(letter: Letter): Promise<LetterParts>;
  close(): Promise<void>;
};

/** Opens what lays out the shop's letters. */
export function openLetterWriter(writer: Writer): LetterWriter {
  // Loading MJML takes half a second, which would block all other jobs, and 60 MB, which the thread returns.
  const threads = new Piscina<Draft, LetterParts>({
    filename: new URL('./write.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE,
  });
  return {
    write: (letter) => threads.run({ letter, writer }),
    close: () => threads.destroy(),
  };
}
