import { expect, test } from 'vitest';
import { matchedPart } from './matchedPart.ts';

test.each([
  ['Fast Keyboard', 'KEY', { before: 'Fast ', match: 'Key', after: 'board' }],
  ['USB', 'usb', { before: '', match: 'USB', after: '' }],
  ['100% <b>', '% <', { before: '100', match: '% <', after: 'b>' }],
  ['Тастатура', 'ТАСТ', { before: '', match: 'Таст', after: 'атура' }],
  ['İİ Phone', 'phone', { before: 'İİ ', match: 'Phone', after: '' }],
  ['🎧 Pro', 'pro', { before: '🎧 ', match: 'Pro', after: '' }],
  ['Gaming laptop', 'laptop ', { before: 'Gaming ', match: 'laptop', after: '' }],
  ['Kućni usisivač', 'kucni', { before: '', match: 'Kućni', after: ' usisivač' }],
  ['Café table'.normalize('NFD'), 'café', { before: '', match: 'Café'.normalize('NFD'), after: ' table' }],
  ['Two\u00a0words', 'two  words', { before: '', match: 'Two\u00a0words', after: '' }],
])('%s contains %s', (title, search, part) => {
  expect(matchedPart(title, search)).toEqual(part);
});

test.each([
  ['Keyboard', 'keybaord'],
  ['Keyboard', ''],
])('%s does not contain "%s"', (title, search) => {
  expect(matchedPart(title, search)).toBeNull();
});
