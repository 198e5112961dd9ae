import type { Page } from '@playwright/test';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { expect } from '../test.ts';

/** Opens a product's edit form and waits for its values. */
export async function openEdit(page: Page, { _id, title, categoryId }: ProductView): Promise<void> {
  await page.goto(`/dashboard/products/${_id}`);
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(page.getByLabel('Category')).toHaveValue(categoryId._id);
}

export const save = (page: Page) => page.getByRole('button', { name: 'Save' });
