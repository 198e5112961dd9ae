import { expect, test } from 'vitest';
import { readShipmentList } from './shipment-list.ts';

const link = 'https://a.example/1';

test.each([
  ['commas', `1001,DHL,A1,${link}`, 1],
  ['semicolons', `1001;DHL;A1;${link}`, 1],
  ['tabs, as spreadsheets copy cells', `1001\tDHL\tA1\t${link}\t\t`, 1],
  ['a header', `number,carrier,trackingNumber,trackingUrl\n1001,DHL,A1,${link}`, 2],
  ['other names and another order', `Tracking link;ORDER;Carrier;tracking_number\n${link};1001;DHL;A1`, 2],
  ['quotes and spaces', ` "1001" , "DHL" , A1 , "${link}"`, 1],
  ['a byte order mark', `\uFEFF"number",carrier,trackingNumber,trackingUrl\n1001,DHL,A1,${link}`, 2],
  ['Windows line ends', `\r\n1001,DHL,A1,${link}\r\n`, 2],
  ['a line that names the separator', `sep=;\r\n1001;DHL;A1;${link}`, 2],
  [
    'a line that names the separator, and a header',
    `sep=,\nnumber,carrier,trackingNumber,trackingUrl\n1001,DHL,A1,${link}`,
    3,
  ],
  ['blank lines, also of separators', `\n ;;; \n\t\t\n1001,DHL,A1,${link}\n\n`, 4],
])('reads %s', (_, list, line) => {
  expect(readShipmentList(list)).toEqual([
    { line, number: '1001', carrier: 'DHL', trackingNumber: 'A1', trackingUrl: link, problem: null },
  ]);
});

test('reads each line with its own separator, and separators and quotes within values', () => {
  const list = ['1001', '1002;UPS, Inc', '1003,"UPS; ""Express""",A3', '1004\tUPS "Express"'];
  expect(readShipmentList(list.join('\n'))).toMatchObject([
    { number: '1001', carrier: '' },
    { number: '1002', carrier: 'UPS, Inc' },
    { number: '1003', carrier: 'UPS; "Express"', trackingNumber: 'A3' },
    { number: '1004', carrier: 'UPS "Express"' },
  ]);
});

const rounded = 'A spreadsheet has rounded this tracking number. Format its column as text.';

test.each([
  ['1001,DHL,A1,https://a.example/1,2', 'More values than columns'],
  ['number,trackingNumber\n1001,A1,DHL', 'More values than columns'],
  ['1001,"DHL,A1', 'A quote is not closed'],
  ['1001,DHL,3.40434E+19', rounded],
  ['1001;DHL;3,40434E+19', rounded],
])('reports what it would lose of %j', (list, problem) => {
  expect(readShipmentList(list)).toMatchObject([{ problem }]);
});
