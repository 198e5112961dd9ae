import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { Font } from './font.ts';

export type Weight = keyof typeof WEIGHTS;

const WEIGHTS = {
  regular: { value: 400, base: '400Regular/NotoSans_400Regular.ttf' },
  bold: { value: 700, base: '700Bold/NotoSans_700Bold.ttf' },
};

/** Families of alphabets, each with its part that has them: their other parts have letters of Noto Sans. */
const ALPHABETS: Record<string, string> = {
  'noto-naskh-arabic': 'arabic',
  'noto-sans-armenian': 'armenian',
  'noto-sans-georgian': 'georgian',
  'noto-sans-hebrew': 'hebrew',
  'noto-sans-thai': 'thai',
};

/** Each has letters that the others lack, and draws those that they share as its readers write them. */
const CHINESE = 'noto-sans-sc';
const JAPANESE = 'noto-sans-jp';
const KOREAN = 'noto-sans-kr';

const EMOJI = 'noto-emoji';

/** Fonts that a thread keeps for further documents. Most need two, a line of Chinese may need ten. */
const KEPT = 32;

/** A font, or the part of one that browsers load at once, with the letters that it may have. */
type Part = { name: string; mayHave: RegExp; read: (weight: Weight) => Promise<Uint8Array> };

/** Covers the alphabets of Europe and all currency signs. */
const BASE: Part = { name: 'noto-sans', mayHave: /^\P{Script=Devanagari}/u, read: readBase };

/** The same font, apart from the others' letters: HarfBuzz joins letters by the first script that it finds in a text. */
const DEVANAGARI: Part = { name: 'noto-sans-devanagari', mayHave: /^\p{Script=Devanagari}/u, read: readBase };

const families = new Map<string, readonly Part[]>();

const kept = new LRUCache<string, Font, { part: Part; weight: Weight }>({
  max: KEPT,
  fetchMethod: async (name, _stale, { context: { part, weight } }) => new Font(name, await part.read(weight)),
});

/** The fonts of a document, each loaded when a letter first needs it. */
export class Fonts {
  private readonly loaded = new Map<string, Font>();

  /**
   * The font that has all letters.
   * @param text that they are part of: it tells which of the languages that share letters they are of
   * @returns undefined if no font has them
   */
  async find(letters: string, weight: Weight, text: string): Promise<Font | undefined> {
    for (const part of candidates(text)) {
      if (!part.mayHave.test(letters)) continue;
      const font = await this.load(part, weight);
      if (font?.has(letters)) return font;
    }
    return undefined;
  }

  private async load(part: Part, weight: Weight): Promise<Font | undefined> {
    const name = `${part.name}-${weight}`;
    const font = this.loaded.get(name) ?? (await kept.fetch(name, { context: { part, weight } }));
    if (font) this.loaded.set(name, font);
    return font;
  }
}

/** Reads what parts a family has only once the families before it lack a letter. */
function* candidates(text: string): Iterable<Part> {
  yield BASE;
  yield DEVANAGARI;
  const isKorean = /\p{Script=Hangul}/u.test(text);
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  const first = isKorean ? KOREAN : isJapanese ? JAPANESE : CHINESE;
  for (const family of new Set([...Object.keys(ALPHABETS), first, CHINESE, JAPANESE, KOREAN, EMOJI])) {
    const parts = families.get(family) ?? readParts(family);
    families.set(family, parts);
    yield* parts;
  }
}

function readParts(family: string): Part[] {
  const fileOf = (path: string) => fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/${path}`));
  const ranges: Record<string, string> = JSON.parse(readFileSync(fileOf('unicode.json'), 'utf8'));
  return Object.entries(ranges)
    .map(([key, letters]) => ({ key: key.replaceAll(/[[\]]/g, ''), letters }))
    .filter(({ key }) => key === (ALPHABETS[family] ?? key))
    .map(({ key, letters }) => {
      const name = `${family}-${key}`;
      const read = (weight: Weight) => readVariable(fileOf(`files/${name}-wght-normal.woff2`), WEIGHTS[weight].value);
      return { name, mayHave: startingWith(letters), read };
    });
}

/** "U+0900-097f,U+20a8" as a pattern. */
function startingWith(ranges: string): RegExp {
  const toClass = (_: string, from: string, to = from) => `\\u{${from}}-\\u{${to}}`;
  return new RegExp(`^[${ranges.replaceAll(/U\+(\w+)(?:-(\w+))?,?/g, toClass)}]`, 'u');
}

function readBase(weight: Weight): Promise<Uint8Array> {
  return readFile(fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${WEIGHTS[weight].base}`)));
}

async function readVariable(file: string, wght: number): Promise<Uint8Array> {
  const { default: subsetFont } = await import('subset-font');
  const options = { targetFormat: 'truetype', keepAllGlyphs: true, noHinting: true, variationAxes: { wght } } as const;
  return subsetFont(await readFile(file), undefined, options);
}
