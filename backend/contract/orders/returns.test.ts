import { expect, test } from 'vitest';
import { isBack, type ReturnState } from './returns.ts';

const kept = { returnable: 1, withdrawable: 1 };
const unsent = { returnable: 0, withdrawable: 1 };
const gone = { returnable: 0, withdrawable: 0 };

test.each([
  ['nothing is sent back', [kept], [], false],
  ['all is on its way back', [gone], ['approved'], false],
  ['all is here', [gone, gone], ['received'], true],
  ['one return is here, another is not', [gone], ['received', 'requested'], false],
  ['some stays with the shopper', [gone, kept], ['received'], false],
  ['some is still to be sent', [gone, unsent], ['received'], false],
  ['less than all was refunded', [gone], ['refunded'], true],
  ['it was repaired and sent again', [kept], ['repaired'], false],
] as const)('the goods of an order where %s', (_name, lines, states: readonly ReturnState[], expected) => {
  expect(isBack({ lines, returns: states.map((state) => ({ state })) })).toBe(expected);
});
