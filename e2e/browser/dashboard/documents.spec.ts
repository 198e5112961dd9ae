import { expectAccessible } from '../accessible.ts';
import { toast } from '../steps.ts';
import { expect, test } from '../test.ts';
import { openEdit } from './edit-product.ts';

test.use({ login: 'admin' });

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

test('a document is added to a product, shown on its page, and deleted', async ({ page, product }) => {
  await openEdit(page, product);
  const documents = page.getByRole('region', { name: 'Documents' });
  const input = documents.locator('input[type=file]');
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') });
  await expect(documents).toContainText('The document must be a PDF');
  await input.setInputFiles({ name: 'user_manual.pdf', mimeType: 'application/pdf', buffer: PDF });
  await expect(documents.getByLabel('Title')).toHaveValue('user manual');
  await documents.getByLabel('Title').fill('How to use it');
  await documents.getByLabel('Language').selectOption('German');
  await expectAccessible(page, 'document-form');
  await documents.getByRole('button', { name: 'Add document' }).click();
  await expect(toast(page, 'Document added')).toBeVisible();
  await expect(documents.getByRole('listitem')).toContainText(['How to use it']);
  await page.goto(`/product/${product._id}`);
  const section = page.getByRole('region', { name: 'Safety and documents' });
  await expect(section.getByRole('link', { name: 'How to use it' })).toHaveAttribute('href', /^\/uploads\/documents\//);
  await expect(section).toContainText('Manual · German · PDF');
  await openEdit(page, product);
  await documents.getByRole('button', { name: 'Delete How to use it' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Document deleted')).toBeVisible();
  await expect(documents.getByRole('listitem')).toHaveCount(0);
});
