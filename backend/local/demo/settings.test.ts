import { expect, it } from 'vitest';
import { settingsInput } from '#contract/shop/settings.input.ts';
import { demoSettings } from './settings.ts';

it('is a valid shop', async () => {
  expect(await settingsInput.validate(demoSettings)).toEqual(demoSettings);
});
