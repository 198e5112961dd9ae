import { describe, expect, it } from 'vitest';
import { ordersTable } from '../../../../api/admin/orders.ts';
import { readTableAddress } from '../../table/tableAddress.ts';
import { activeView, builtInViews, queryOf, shows, viewAddress } from './orderViews.ts';

const request = (search: string) => readTableAddress(search, ordersTable.options);
const berlin = { _id: 'b', name: 'Berlin', query: 'search=Berlin&country=DE' };
const views = [...builtInViews, berlin];
const active = (search: string) => activeView(views, search, queryOf(request(search)))?.name;

describe('the active view', () => {
  it.each([
    ['', 'All orders'],
    ['?page=3&pageSize=50', 'All orders'],
    ['?state=pending', 'Payment pending'],
    ['?country=DE&search=Berlin', 'Berlin'],
    ['?view=b&country=DE', 'Berlin'],
    ['?view=b', 'Berlin'],
    ['?view=deleted&state=refunded', 'Refunded'],
    ['?state=paid', undefined],
  ])('of the address "%s" is %s', (search, name) => {
    expect(active(search)).toBe(name);
  });
});

it('saves filters, search and order, but no page', () => {
  const query = queryOf(request('?view=b&state=paid&search=x&sort=amount&direction=asc&page=3&pageSize=50'));
  expect(query).toBe('state=paid&search=x&sort=amount&direction=asc');
});

it('leads to the first page of a view, with the same number of rows', () => {
  expect(viewAddress(berlin, { pageSize: 50 })).toBe('/dashboard/orders?country=DE&search=Berlin&pageSize=50&view=b');
  expect(viewAddress({ name: 'All orders', query: '' }, { pageSize: 25 })).toBe('/dashboard/orders');
});

it.each(builtInViews)('$name consists of parameters that the table knows', (view) => {
  expect(shows(view, view.query)).toBe(true);
});
