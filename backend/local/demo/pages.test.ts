import { describe, expect, it } from 'vitest';
import { legalPageInput } from '#contract/shop/legal-pages.input.ts';
import { legalPageKinds, placeholders } from '#contract/shop/legal-pages.ts';
import { type LanguageCode, shopLanguages } from '#messages/languages.ts';
import { readSample } from './pages.ts';

/** How each text begins. */
const warnings: Partial<Record<LanguageCode, string>> = {
  en: '_This is a sample. Have a lawyer check it before you open your shop._\n',
  de: '_Dies ist ein Muster. Lassen Sie es anwaltlich prüfen, bevor Sie Ihren Shop eröffnen._\n',
  sr: '_Ovo je primer teksta. Pre otvaranja prodavnice neka ga proveri advokat._\n',
};

const namedIn = (text: string) => [...new Set(text.match(/(?<=\{\{).*?(?=\}\})/g))].sort();

const headingsOf = (text: string) => text.match(/^#+(?= )/gm);

describe.each(shopLanguages)('in %s', (language) => {
  it.each(legalPageKinds)('%s is a valid page that says that it is a sample', async (kind) => {
    const { title, body } = await readSample(kind, language);
    await legalPageInput.validate({ language, title, body });
    expect(body.startsWith(warnings[language] ?? '?')).toBe(true);
    // No HTML and no second title.
    expect(body).not.toMatch(/^# |<[a-z/!]/m);
    expect(placeholders).toEqual(expect.arrayContaining(namedIn(body)));
  });

  it.each(legalPageKinds)('%s has the parts of the English text, and names the same settings', async (kind) => {
    const [{ body }, english] = [await readSample(kind, language), await readSample(kind, 'en')];
    expect(headingsOf(body)).toEqual(headingsOf(english.body));
    expect(namedIn(body)).toEqual(namedIn(english.body));
  });
});
