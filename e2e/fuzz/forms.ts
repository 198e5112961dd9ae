import fc from 'fast-check';
import type { JsonSchema } from '../../backend/core/http/parameters.ts';
import { hostileText } from './hostile.ts';
import { writeJson } from './json.ts';
import type { Known } from './known.ts';
import { pictures, type Samples } from './pictures.ts';
import { hostileFields, nearly, validValue } from './values.ts';

type Part = {
  name: string;
  /** Null for a field that is not a file. */
  fileName: string | null;
  type: string | null;
  /** Further lines of its header. */
  lines: string[];
  /** Bytes, or a value to send as JSON. */
  content: unknown;
};

/** A form, and how its bytes differ from what a browser sends. */
export type FuzzedForm = {
  parts: Part[];
  newline: string;
  /** Whether the last boundary is there. */
  isClosed: boolean;
  /** The Content-Type; null for the right one. */
  type: string | null;
};

const BOUNDARY = 'edge';

const catalogueFile = fc.constantFrom(
  '{"title":"Lamp","description":"Bright","price":5,"category":"Light"}\n',
  'title,description,price,category\nLamp,Bright,5,Light\n',
  'title,description,price,category,images\nLamp,Bright,5,Light,picture.png\n',
  '{"title":1}\n{"price":"x"}\nnot json\n',
  '',
);

const pdfs = fc.constantFrom('%PDF-1.7\n%%EOF\n', '%PDF-2.0\n', '%PDF-', '<script>%PDF-1.7', '');

const types = fc.constantFrom(
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=other',
  `multipart/form-data; boundary="${'x'.repeat(300)}"`,
  'multipart/mixed; boundary=edge',
  'multipart/form-data; charset=utf-16; boundary=edge',
  'application/x-www-form-urlencoded',
);

const hostilePart: fc.Arbitrary<Part> = fc.record({
  name: fc.oneof(
    fc.constantFrom('file', 'product', 'data', 'pictures', '__proto__', ''),
    hostileText.map(withoutLines),
  ),
  fileName: fc.option(hostileText.map(withoutLines)),
  type: fc.option(fc.constantFrom('text/plain', 'image/png', 'application/json', 'a/b; charset=utf-7', ';;;')),
  lines: fc.array(
    fc.constantFrom(
      'Content-Transfer-Encoding: base64',
      'Content-Transfer-Encoding: 8bit',
      'Content-Disposition: form-data; name="again"',
      "Content-Disposition: form-data; name*=utf-8''x; filename*=utf-8''%00",
      'no colon',
      `X-Long: ${'y'.repeat(20_000)}`,
    ),
    { maxLength: 2 },
  ),
  content: fc.oneof(
    hostileText,
    fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
  ),
});

function withoutLines(text: string): string {
  return text.replaceAll(/[\r\n"]/g, '');
}

/** Forms for a call: as described, nearly so, or hostile. @param members of its form, by name */
export function forms(
  members: Record<string, JsonSchema>,
  { owner, recipe, samples }: { owner: string; recipe: fc.Arbitrary<unknown> | null; samples: Samples },
): fc.Arbitrary<FuzzedForm> {
  const files = pictures(samples);
  const parts = Object.entries(members).map(([name, schema]): fc.Arbitrary<Part[]> => {
    if (schema.type === 'array') return fc.array(filePart(name, files), { maxLength: 2 });
    if (schema.contentMediaType !== undefined) {
      const texts = schema.contentMediaType === 'application/pdf' ? pdfs : owner === 'import' ? catalogueFile : null;
      return filePart(name, texts === null ? files : texts.map((text) => Buffer.from(text))).map((part) => [part]);
    }
    const valid = validValue(schema, { name: '', owner });
    const content = fc.oneof(
      { weight: recipe === null ? 0 : 5, arbitrary: recipe ?? valid },
      { weight: 5, arbitrary: valid },
      { weight: 4, arbitrary: nearly(valid) },
      { weight: 1, arbitrary: hostileFields(schema) },
    );
    return content.map((value) => [{ name, fileName: null, type: null, lines: [], content: value }]);
  });
  const asDescribed = fc.tuple(...parts).map((lists) => plain(lists.flat()));
  const without = fc.tuple(asDescribed, fc.nat()).map(([form, index]) => ({
    ...form,
    parts: form.parts.filter((_, place) => place !== index % form.parts.length),
  }));
  const strange = fc.record({
    parts: fc
      .tuple(asDescribed, fc.array(hostilePart, { maxLength: 12 }))
      .map(([form, more]) => [...form.parts, ...more]),
    newline: fc.constantFrom('\r\n', '\r\n', '\n', '\r'),
    isClosed: fc.boolean(),
    type: fc.option(types, { freq: 2 }),
  });
  return fc.oneof(
    { weight: 5, arbitrary: asDescribed },
    { weight: 2, arbitrary: without },
    { weight: 3, arbitrary: strange },
  );
}

function plain(parts: Part[]): FuzzedForm {
  return { parts, newline: '\r\n', isClosed: true, type: null };
}

function filePart(name: string, content: fc.Arbitrary<Buffer>): fc.Arbitrary<Part> {
  return fc.record({
    name: fc.constant(name),
    fileName: fc.constantFrom('picture.png', 'picture.png', 'products.csv', 'products.jsonl', '../../x.png', ''),
    type: fc.constant('application/octet-stream'),
    lines: fc.constant([]),
    content,
  });
}

export function typeOf({ type }: FuzzedForm): string {
  return type ?? `multipart/form-data; boundary=${BOUNDARY}`;
}

/** The bytes of a form (RFC 7578). */
export function writeForm({ parts, newline, isClosed }: FuzzedForm, known: Known): Buffer {
  const written = parts.flatMap(({ name, fileName, type, lines, content }) => {
    const file = fileName === null ? '' : `; filename="${fileName}"`;
    const head = [
      `--${BOUNDARY}`,
      `Content-Disposition: form-data; name="${name}"${file}`,
      ...(type === null ? [] : [`Content-Type: ${type}`]),
      ...lines,
    ];
    const bytes =
      typeof content === 'string' || Buffer.isBuffer(content)
        ? Buffer.from(content)
        : Buffer.from(writeJson(content, known));
    return [Buffer.from(head.join(newline) + newline + newline), bytes, Buffer.from(newline)];
  });
  return Buffer.concat([...written, Buffer.from(isClosed ? `--${BOUNDARY}--${newline}` : '')]);
}
