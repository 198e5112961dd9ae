import type { Page } from '@playwright/test';
import type { ProductView } from '#contract/catalogue.ts';
import { expect } from './test.ts';

/** Opens a product's edit form. */
export async function openEdit(page: Page, { _id, title, categoryId }: ProductView): Promise<void> {
  await page.goto(`/dashboard/products/${_id}`);
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(page.getByRole('option', { name: categoryId.categoryName })).toBeAttached();
}

export const save = (page: Page) => page.getByRole('button', { name: 'Save' });
