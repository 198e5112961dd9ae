import { AsyncLocalStorage } from 'node:async_hooks';
import { DEFAULT_LANGUAGE, type Language, type LanguageCode, languages } from './languages.ts';

const context = new AsyncLocalStorage<LanguageCode>();

/** Runs `work` with all its messages, numbers and dates in a language. */
export function inLanguage<T>(code: LanguageCode, work: () => T): T {
  return context.run(code, work);
}

/** Reads a generator to its end in a language, by default the current one, whoever asks for its next value. */
export async function* keepLanguage<T>(values: AsyncGenerator<T>, code = currentCode()): AsyncGenerator<T> {
  for (;;) {
    const { value, done } = await inLanguage(code, () => values.next());
    if (done) return;
    yield value;
  }
}

/** The code of the current work's language: the default one, unless `inLanguage` says otherwise. */
export function currentCode(): LanguageCode {
  return context.getStore() ?? DEFAULT_LANGUAGE;
}

export function currentLanguage(): Language {
  return languages[currentCode()];
}
