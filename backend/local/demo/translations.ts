import type { TermsInput } from '#contract/catalogue/terms.input.ts';
import type { ProductTranslations, Translations } from '#contract/catalogue/translations.ts';
import type { LanguageCode } from '#messages/languages.ts';
import type { demoProducts } from './catalogue.ts';
import safetyTexts from './safety.json' with { type: 'json' };
import de from './translations/de.json' with { type: 'json' };
import sr from './translations/sr.json' with { type: 'json' };

/** The texts of the demo shop in a language, by the default ones. */
type DemoTexts = {
  categories: Record<string, string>;
  shippingMethods: Record<string, string>;
  terms: Record<string, string>;
  /** Words that are the same, such as units and names. */
  unchangedTerms: string[];
  /** Descriptions in paragraphs. */
  products: Record<string, { title: string; description: string[] }>;
};

export const demoTexts = Object.entries<DemoTexts>({ de, sr }) as [LanguageCode, DemoTexts][];

export function demoCategoryTranslations(name: string): Translations<'categoryName'> {
  return inEachLanguage(({ categories }) => ({ categoryName: categories[name] }));
}

export function demoMethodTranslations(name: string): Translations<'name'> {
  return inEachLanguage(({ shippingMethods }) => ({ name: shippingMethods[name] }));
}

type DemoProduct = Pick<(typeof demoProducts)[number], 'title' | 'safetyKind'>;

export function demoProductTranslations({ title, safetyKind }: DemoProduct): ProductTranslations {
  return inEachLanguage(({ products }, code) => {
    const texts = products[title];
    const safety = (safetyTexts[safetyKind] as Partial<Record<LanguageCode, string[]>>)[code];
    return { title: texts?.title, description: texts?.description.join('\n\n'), safety: safety?.join('\n') };
  });
}

/** The dictionary of each language. */
export const demoTerms: readonly TermsInput[] = demoTexts.map(([language, { terms, unchangedTerms }]) => ({
  language,
  terms: Object.entries({ ...Object.fromEntries(unchangedTerms.map((text) => [text, text])), ...terms }).map(
    ([text, translation]) => ({ text, translation }),
  ),
}));

function inEachLanguage<Texts extends object>(read: (texts: DemoTexts, code: LanguageCode) => Texts) {
  return Object.fromEntries(demoTexts.map(([code, texts]) => [code, read(texts, code)])) as Partial<
    Record<LanguageCode, Texts>
  >;
}
