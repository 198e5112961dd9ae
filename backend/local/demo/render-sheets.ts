import { mkdir, writeFile } from 'node:fs/promises';
import { attributeText } from '#contract/catalogue/attribute-text.ts';
import { inLanguage } from '#messages/context.ts';
import { type LanguageCode, shopLanguages } from '#messages/languages.ts';
import { drawDocument, drawTable } from '../../modules/documents/page.ts';
import { demoCategories, demoCompanies, demoProducts } from './catalogue.ts';
import { sheetFile, sheetTitles } from './sheets.ts';
import { demoTexts } from './translations.ts';

// Draws the information sheets of products with an energy label, which are shipped so that a first start need not wait
// for them: node backend/local/demo/render-sheets.ts

/** The same for all, so that drawing them again gives the same bytes. */
const DRAWN_AT = new Date('2026-01-01');

const words = {
  en: {
    property: 'Property',
    value: 'Value',
    model: 'Model',
    energy: 'Energy efficiency class',
    eprel: 'EPREL number',
  },
  de: { property: 'Angabe', value: 'Wert', model: 'Modell', energy: 'Energieeffizienzklasse', eprel: 'EPREL-Nummer' },
  sr: {
    property: 'Podatak',
    value: 'Vrednost',
    model: 'Model',
    energy: 'Klasa energetske efikasnosti',
    eprel: 'Broj u bazi EPREL',
  },
} as Readonly<Record<LanguageCode, Record<'property' | 'value' | 'model' | 'energy' | 'eprel', string>>>;

/** What variants of a model differ in, and what the label is not about. */
const LEFT_OUT = ['storage', 'color', 'box'];

type Model = (typeof demoProducts)[number] & {
  data: { energy: NonNullable<(typeof demoProducts)[number]['data']['energy']> };
};

const isLabeled = (product: (typeof demoProducts)[number]): product is Model => product.data.energy !== undefined;

/** The first of each family. */
const models = demoProducts.filter(isLabeled).filter(({ data: { energy } }, place, all) => {
  return all.findIndex(({ data }) => data.energy.eprel === energy.eprel) === place;
});

for (const language of shopLanguages) {
  await mkdir(new URL('.', sheetFile('', language)), { recursive: true });
  for (const model of models) {
    await writeFile(
      sheetFile(model.data.energy.eprel, language),
      await inLanguage(language, () => drawSheet(model, language)),
    );
  }
}

function drawSheet({ title, category, attributes, data, makers }: Model, language: LanguageCode): Promise<Buffer> {
  const { property, value, model, energy, eprel } = words[language];
  const translate = (text: string) => demoTexts.find(([code]) => code === language)?.[1].terms[text] ?? text;
  const maker = demoCompanies.find(({ name }) => name === makers.manufacturer);
  const address = { street: maker?.address ?? '', postCode: '', city: '', country: '' };
  const seller = { name: makers.manufacturer, legalName: '', address, vatId: '' };
  const known = demoCategories.find((each) => each.category === category)?.attributes ?? [];
  const rows = [
    [model, title.split(',')[0] ?? ''],
    [energy, data.energy.class],
    [eprel, data.energy.eprel],
    ...known.flatMap(({ code, name, unit }) => {
      const value = attributes[code];
      if (value === undefined || LEFT_OUT.includes(code)) return [];
      return [[translate(name), attributeText({ value, unit }, translate)]];
    }),
  ];
  return drawDocument({ title: sheetTitles[language], seller, date: DRAWN_AT }, (page) =>
    drawTable(page, [{ name: property }, { name: value, width: 240, isAtEnd: true }], rows),
  );
}
