const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for an element, a quoted attribute, or XML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** HTML or XML whose texts are escaped. */
export class Markup {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Insertion = string | Markup | readonly Markup[];

/** A template of HTML or XML: escapes the texts inserted into it, and joins lists of markup. */
export function markup(parts: TemplateStringsArray, ...insertions: Insertion[]): Markup {
  return new Markup(
    parts.map((part, index) => (index === 0 ? part : sourceOf(insertions[index - 1] ?? '') + part)).join(''),
  );
}

function sourceOf(insertion: Insertion): string {
  if (typeof insertion === 'string') return escapeHtml(insertion);
  return insertion instanceof Markup ? insertion.source : insertion.map(({ source }) => source).join('');
}
