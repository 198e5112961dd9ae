import { expect, test } from 'vitest';
import { auditTrail, startCatalogueShop } from '../../../../testing/data/catalogue.ts';

const { shop, call, addCategory, addProduct, editProduct } = await startCatalogueShop();
const company = { name: 'Halden AG', address: 'Ringstraße 5\n1010 Wien', contact: 'help@halden.example' };

let names = 0;
async function add(change: object = {}): Promise<string> {
  names += 1;
  return (await call('POST', '/admin/company', { ...company, name: `Company ${names}`, ...change })).body.company._id;
}

test('are listed by name', async () => {
  await add({ name: 'zeta' });
  await add({ name: 'Čačak' });
  await add({ name: 'Alpha' });
  const { companies } = (await call('GET', '/admin/company')).body;
  const listed = companies.map(({ name }: { name: string }) => name);
  expect(listed.filter((name: string) => ['zeta', 'Čačak', 'Alpha'].includes(name))).toEqual([
    'Alpha',
    'Čačak',
    'zeta',
  ]);
  expect(companies[0]).toEqual({ _id: expect.any(String), ...company, name: 'Alpha' });
});

test.each(['name', 'address', 'contact'])('need a %s', async (field) => {
  for (const value of [undefined, null, ' ', 5]) {
    const { status, body } = await call('POST', '/admin/company', { ...company, name: 'Other', [field]: value });
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
  }
});

test('have names of their own', async () => {
  const id = await add({ name: 'Orrin Ltd' });
  expect((await call('POST', '/admin/company', { ...company, name: ' orrin  LTD' })).status).toBe(409);
  const other = await add();
  expect((await call('PUT', `/admin/company/${other}`, { ...company, name: 'ORRIN LTD' })).status).toBe(409);
  expect((await call('PUT', `/admin/company/${id}`, { ...company, name: 'ORRIN LTD' })).status).toBe(200);
});

test('keep what an edit leaves out, and refuse an empty text', async () => {
  const id = await add({ name: 'Kept Ltd' });
  const edited = await call('PUT', `/admin/company/${id}`, { address: 'Elsewhere' });
  expect(edited.body.company).toEqual({ ...company, _id: id, name: 'Kept Ltd', address: 'Elsewhere' });
  expect((await call('PUT', `/admin/company/${id}`, { contact: ' ' })).status).toBe(422);
  const { companies } = (await call('GET', '/admin/company')).body;
  expect(companies).toContainEqual(edited.body.company);
});

test('change in the products that shoppers see', async () => {
  const id = await add();
  const { productId } = (await addProduct(await addCategory(), { manufacturerId: id })).body;
  const shown = async () => (await shop.call('GET', `/products/single/${productId}`)).body.product.manufacturer;
  expect(await shown()).toMatchObject({ address: company.address });
  await call('PUT', `/admin/company/${id}`, { ...company, name: 'Moved', address: 'Elsewhere' });
  await expect.poll(shown).toEqual({ ...company, name: 'Moved', address: 'Elsewhere' });
});

test('stay while products refer to them', async () => {
  const id = await add();
  const { productId } = (await addProduct(await addCategory(), { responsibleId: id })).body;
  expect((await call('DELETE', `/admin/company/${id}`)).status).toBe(409);
  await editProduct(productId, { responsibleId: null });
  expect((await call('DELETE', `/admin/company/${id}`)).status).toBe(200);
  expect((await call('DELETE', `/admin/company/${id}`)).status).toBe(404);
  expect((await call('PUT', `/admin/company/${id}`, company)).status).toBe(404);
});

test('are in the audit trail', async () => {
  const id = await add({ name: 'Tarn' });
  await call('PUT', `/admin/company/${id}`, { ...company, name: 'Tarn', contact: 'tarn.example' });
  await call('PUT', `/admin/company/${id}`, { ...company, name: 'Tarn', contact: 'tarn.example' });
  await call('DELETE', `/admin/company/${id}`);
  const entries = await auditTrail(shop.em(), id);
  expect(entries.map(({ action, subjectName }) => [action, subjectName])).toEqual([
    ['company.added', 'Tarn'],
    ['company.edited', 'Tarn'],
    ['company.deleted', 'Tarn'],
  ]);
  expect(entries[1]?.changes).toEqual({ contact: { from: company.contact, to: 'tarn.example' } });
});
