import type { Locator, Page } from '@playwright/test';

/** The data rows of the dashboard's table. */
export function rows(page: Page): Locator {
  return page.locator('tbody tr');
}

/** The table row that contains a text. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}
