import { create, type Font as FontFile, type Subset } from 'fontkit';
import * as harfbuzz from 'harfbuzzjs';

export type Direction = 'ltr' | 'rtl';

/** A glyph at its distance from the left end of its text, moved by `x` and `y`. */
type Glyph = { id: number; left: number; advance: number; x: number; y: number };

/** A glyph with the letters that are copied and searched as its text, and its width without kerning. */
type Bearer = Omit<Glyph, 'advance'> & { width: number; letters: string };

/** A shape in units of its font, at its distance from the left end of its text and from the baseline. */
type Outline = { path: string; x: number; y: number };

/** Accents, vowels and other marks that take no room of their own. */
const MARK = /((?!\p{Default_Ignorable_Code_Point})\p{Mn})/u;

/** One for all texts, as its memory is outside of JavaScript, which frees it late. */
const buffer = new harfbuzz.Buffer();

/**
 * A font that HarfBuzz lays out, which knows the rules of all scripts, and that pdfkit embeds, as if it were one of
 * fontkit. Its texts can be copied and searched: each letter has one glyph, and its other parts are drawn as outlines.
 * As glyphs, marks and the dots of Arabic would be copied as other letters, or with spaces around them.
 */
export class Font {
  readonly name: string;
  /** For pdfkit, whose types don't know it. */
  readonly source: FontFile;
  private readonly shaper: harfbuzz.Font;

  constructor(name: string, file: Uint8Array) {
    this.name = name;
    this.shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(file).buffer)));
    this.source = create(file);
    const createSubset = this.source.createSubset.bind(this.source);
    Object.defineProperties(this.source, {
      postscriptName: { value: name },
      layout: { value: (text: string, [direction]: [Direction]) => this.layOut(text, direction) },
      createSubset: { value: () => withLetters(createSubset()) },
    });
  }

  get unitsPerEm(): number {
    return this.source.unitsPerEm;
  }

  has(letters: string): boolean {
    return [...letters].every((letter) => this.shaper.nominalGlyph(letter.codePointAt(0) ?? 0) !== undefined);
  }

  /** In units. */
  widthOf(text: string, direction: Direction): number {
    return shape(this.shaper, text, direction).width;
  }

  /** What a text has besides the glyphs of its letters. */
  outlinesOf(text: string, direction: Direction): Outline[] {
    return this.read(text, direction).parts.map(({ id, left, x, y }) => {
      return { path: this.shaper.glyphToPath(id), x: left + x, y };
    });
  }

  /** What pdfkit asks of fontkit. */
  private layOut(text: string, direction: Direction) {
    const { bearers, width } = this.read(text, direction);
    const start = bearers[0]?.left ?? 0;
    return {
      glyphs: bearers.map((bearer) => ({
        id: bearer,
        advanceWidth: bearer.width,
        codePoints: [...bearer.letters].map((letter) => letter.codePointAt(0) ?? 0),
      })),
      positions: bearers.map(({ left, x, y }, index) => {
        const next = bearers[index + 1]?.left ?? width;
        return { xAdvance: next - left, yAdvance: 0, xOffset: start + x, yOffset: y };
      }),
    };
  }

  /** From left to right. What has no glyph with room of its own, such as a mark, has an invisible one. */
  private read(text: string, direction: Direction): { bearers: Bearer[]; parts: Glyph[]; width: number } {
    const { glyphs, width } = shape(this.shaper, text, direction);
    const starts = [...new Set(glyphs.map(({ start }) => start))].sort((a, b) => a - b);
    const parts = new Set<Glyph>(glyphs);
    const bearers: Bearer[] = [];
    const space = this.shaper.nominalGlyph(0x20);
    let end = direction === 'ltr' ? 0 : width;
    for (const [index, start] of starts.entries()) {
      const glyph = glyphs.find((candidate) => candidate.start === start && candidate.advance > 0);
      const pieces = text
        .slice(start, starts[index + 1])
        .split(MARK)
        .filter(Boolean);
      const base = Math.max(
        0,
        pieces.findIndex((piece) => !MARK.test(piece)),
      );
      for (const [number, letters] of pieces.entries()) {
        if (glyph && number === base) {
          parts.delete(glyph);
          bearers.push({ ...glyph, width: this.shaper.glyphHAdvance(glyph.id), letters });
          end = direction === 'ltr' ? glyph.left + glyph.advance : glyph.left;
        } else if (space !== undefined) {
          bearers.push({ id: space, left: end, width: 0, x: 0, y: 0, letters });
        }
      }
    }
    return { bearers: direction === 'ltr' ? bearers : bearers.reverse(), parts: [...parts], width };
  }
}

/** The glyphs of a text from left to right, each with the start of its letters in the text. */
function shape(font: harfbuzz.Font, text: string, direction: Direction) {
  buffer.reset();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(direction === 'rtl' ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
  buffer.setClusterLevel(harfbuzz.ClusterLevel.MONOTONE_CHARACTERS);
  harfbuzz.shape(font, buffer);
  let width = 0;
  const glyphs = buffer.getGlyphInfosAndPositions().map((shaped) => {
    const { codepoint: id, cluster: start, xAdvance: advance = 0, xOffset: x = 0, yOffset: y = 0 } = shaped;
    const glyph = { id, start, left: width, advance, x, y };
    width += advance;
    return glyph;
  });
  return { glyphs, width };
}

/** Embeds a glyph once for each text that it has, as an embedded glyph has one only. */
function withLetters(subset: Subset) {
  const numbers = new Map<string, number>();
  const includeGlyph = subset.includeGlyph.bind(subset);
  const includeBearer = ({ id, width, letters }: Bearer) => {
    const key = `${id} ${width} ${letters}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    delete subset.mapping[id];
    const number = includeGlyph(id);
    numbers.set(key, number);
    return number;
  };
  return Object.assign(subset, {
    includeGlyph: (glyph: number | Bearer) => (typeof glyph === 'number' ? includeGlyph(glyph) : includeBearer(glyph)),
  });
}
