import { inflateSync } from 'node:zlib';

type EmbeddedFont = {
  name: string;
  /** What each glyph is copied as, and its outline, which is empty for spaces. The first stands for missing glyphs. */
  glyphs: { text: string; outline: string }[];
};

/** The fonts in a PDF of pdfkit. */
export function embeddedFonts(pdf: Uint8Array): EmbeddedFont[] {
  const objects = new Map<string, string>();
  for (const { 1: id = '', 2: body = '' } of Buffer.from(pdf)
    .toString('latin1')
    .matchAll(/^(\d+) 0 obj\n(.*?)\nendobj$/gms)) {
    objects.set(id, body);
  }
  const follow = (body: string, key: string) =>
    objects.get(new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(body)?.[1] ?? '') ?? '';
  const contentOf = (body: string) =>
    inflateSync(Buffer.from(/stream\n(.*)\nendstream/s.exec(body)?.[1] ?? '', 'latin1'));
  return [...objects.values()]
    .filter((body) => body.includes('/Subtype /Type0'))
    .map((font) => {
      const file = follow(follow(follow(font, 'DescendantFonts'), 'FontDescriptor'), 'FontFile2');
      const texts = textsOf(contentOf(follow(font, 'ToUnicode')).toString());
      const outlines = outlinesOf(contentOf(file));
      return {
        name: /\/BaseFont \/\w+\+(\S+)/.exec(font)?.[1] ?? '',
        glyphs: outlines.map((outline, index) => ({ text: texts[index] ?? '', outline })),
      };
    });
}

/** The lists of a "ToUnicode CMap" (PDF 32000-1, 9.10.3). */
function textsOf(map: string): string[] {
  return [...map.matchAll(/\[(.*?)\]/gs)].flatMap(({ 1: list = '' }) =>
    [...list.matchAll(/<([\da-f ]*)>/g)].map(({ 1: units = '' }) =>
      units.split(' ').reduce((text, unit) => text + (unit && String.fromCharCode(Number.parseInt(unit, 16))), ''),
    ),
  );
}

/** The table `glyf` of a TrueType font, by `loca` (https://learn.microsoft.com/typography/opentype/spec/loca). */
function outlinesOf(font: Buffer): string[] {
  const table = (tag: string) => {
    const entry = font.indexOf(tag, 12, 'latin1');
    const start = font.readUInt32BE(entry + 8);
    return font.subarray(start, start + font.readUInt32BE(entry + 12));
  };
  const [loca, glyf] = [table('loca'), table('glyf')];
  const isShort = table('head').readInt16BE(50) === 0;
  const offsets = isShort
    ? Array.from({ length: loca.length / 2 }, (_, index) => loca.readUInt16BE(index * 2) * 2)
    : Array.from({ length: loca.length / 4 }, (_, index) => loca.readUInt32BE(index * 4));
  return offsets.slice(0, -1).map((offset, index) => glyf.toString('base64', offset, offsets[index + 1]));
}
