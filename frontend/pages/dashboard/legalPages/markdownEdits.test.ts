import { expect, test } from 'vitest';
import { addLink, type Edit, insertText, type Selected, toggleMark, togglePrefix } from './markdownEdits.ts';

/** A text in which `|` marks the ends of the selection. */
function selectedOf(marked: string): Selected {
  const start = marked.indexOf('|');
  const end = marked.lastIndexOf('|');
  return { text: marked.replaceAll('|', ''), start, end: end === start ? start : end - 1 };
}

function apply(marked: string, edit: (selected: Selected) => Edit): string {
  const selected = selectedOf(marked);
  const { from, to, insert, start, end } = edit(selected);
  const text = selected.text.slice(0, from) + insert + selected.text.slice(to);
  return start === end
    ? `${text.slice(0, start)}|${text.slice(start)}`
    : `${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`;
}

test.each([
  ['a |bold| word', 'a **|bold|** word'],
  ['a **|bold|** word', 'a |bold| word'],
  ['|', '**|**'],
])('marks %j as %j', (before, after) => {
  expect(apply(before, (selected) => toggleMark(selected, '**'))).toBe(after);
});

test.each([
  ['one|', '## one|'],
  ['## on|e', 'one|'],
  ['first\nse|cond\nth|ird', 'first\n## second\n## third|'],
])('makes %j the heading %j', (before, after) => {
  expect(apply(before, (selected) => togglePrefix(selected, () => '## ', /^#+ /))).toBe(after);
});

test('numbers lines', () => {
  const number = (selected: Selected) => togglePrefix(selected, (index) => `${index + 1}. `, /^\d+\. /);
  expect(apply('|a\nb|', number)).toBe('1. a\n2. b|');
  expect(apply('|1. a\n2. b|', number)).toBe('a\nb|');
});

test('makes a link, whose address is selected', () => {
  expect(apply('see |here|.', addLink)).toBe('see [here](|https://|).');
  expect(apply('|', addLink)).toBe('[](|https://|)');
});

test('inserts a text', () => {
  expect(apply('by |us|.', (selected) => insertText(selected, '{{name}}'))).toBe('by {{name}}|.');
});
