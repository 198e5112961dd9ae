/** A text with what is selected of it. */
export type Selected = { text: string; start: number; end: number };

/** What replaces a part of a text, and what is selected then. */
export type Edit = { from: number; to: number; insert: string; start: number; end: number };

/** Puts marks such as `**` around the selection, or takes them away. */
export function toggleMark({ text, start, end }: Selected, mark: string): Edit {
  const [before, after] = [start - mark.length, end + mark.length];
  if (text.slice(Math.max(0, before), start) === mark && text.slice(end, after) === mark) {
    const inner = text.slice(start, end);
    return { from: before, to: after, insert: inner, start: before, end: before + inner.length };
  }
  const insert = mark + text.slice(start, end) + mark;
  return { from: start, to: end, insert, start: start + mark.length, end: end + mark.length };
}

/** Begins each selected line with a prefix, or takes it away if all have it. @param prefixOf by the place of the line */
export function togglePrefix(
  { text, start, end }: Selected,
  prefixOf: (index: number) => string,
  pattern: RegExp,
): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const isMarked = lines.every((line) => pattern.test(line));
  const insert = lines.map((line, index) => (isMarked ? '' : prefixOf(index)) + line.replace(pattern, '')).join('\n');
  return { from, to, insert, start: from + insert.length, end: from + insert.length };
}

const ADDRESS = 'https://';

/** Makes the selection a link, and selects its address to be typed. */
export function addLink({ text, start, end }: Selected): Edit {
  const label = text.slice(start, end);
  const address = start + label.length + '[]('.length;
  return { from: start, to: end, insert: `[${label}](${ADDRESS})`, start: address, end: address + ADDRESS.length };
}

/** Writes a text in place of the selection. */
export function insertText({ start, end }: Selected, insert: string): Edit {
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length };
}
