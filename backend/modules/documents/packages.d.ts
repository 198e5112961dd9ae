/**
 * The parts that documents use of packages without types. Those of bidi-js don't work with `moduleResolution: NodeNext`:
 * they declare a default export, but its entry for Node is CommonJS.
 */

declare module 'bidi-js' {
  export default function bidiFactory(): {
    /** The level of each character: odd ones read from right to left. A paragraph's first letter sets its direction. */
    getEmbeddingLevels(text: string): { levels: Uint8Array };
  };
}

declare module 'fontkit' {
  export type Subset = {
    /** The numbers in the subset of the glyphs that it holds. */
    mapping: Record<number, number>;
    includeGlyph(id: number): number;
  };

  export type Font = {
    unitsPerEm: number;
    getGlyph(id: number): { advanceWidth: number };
    createSubset(): Subset;
  };

  export function create(file: Uint8Array): Font;
}

declare module 'linebreak' {
  /** Finds where a text may be broken into lines (https://www.unicode.org/reports/tr14/). */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number } | null;
  }
}

declare module 'subset-font' {
  /** Turns a variable font in WOFF2 into the one of a weight. */
  export default function subsetFont(
    file: Uint8Array,
    text: undefined,
    options: { targetFormat: 'truetype'; keepAllGlyphs: true; noHinting: true; variationAxes: { wght: number } },
  ): Promise<Buffer>;
}
