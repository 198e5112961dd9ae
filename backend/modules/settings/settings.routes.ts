import type Router from '@koa/router';
import { settingsInput } from '#contract/shop/settings.input.ts';
import { m } from '#messages';
import { DEFAULT_LANGUAGE, type LanguageCode, languages } from '#messages/languages.ts';
import { invalid } from '../../core/errors.ts';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, requireCaller, type ShopState } from '../../core/http/http.ts';
import { changeSettings } from './settings.service.ts';
import type { ShopSettings } from './shop-settings.ts';

const api = describeCalls('Shop', {
  readShop: { summary: 'Read what everybody may know of the shop', response: 'PublicShop' },
  readSettings: { summary: 'Read the settings', access: 'settings.edit', response: 'Settings' },
  changeSettings: {
    summary: 'Change settings',
    access: 'settings.edit',
    body: settingsInput,
    response: 'SettingsSaved',
    errors: ['conflict'],
  },
});

type Options = {
  settings: ShopSettings;
  /** The languages that can be switched on. */
  available: readonly LanguageCode[];
};

/** What admins set about the shop, and what everybody may know of it. */
export function settingsRoutes({ settings, available }: Options): Router<ShopState> {
  const router = createRouter();
  const locked = [...settings.locked];

  router.get('/shop', api.readShop, async (ctx) => {
    const now = await settings.read(ctx.state.em);
    const { name, legalName, address, email, phoneNumber, vatId, returnDays } = now;
    const views = now.languages.map((code) => ({ code, name: languages[code].name, dir: languages[code].dir }));
    const known = { name, legalName, address, email, phoneNumber, vatId, returnDays };
    ctx.body = { status: 'success', shop: { ...known, languages: views, defaultLanguage: DEFAULT_LANGUAGE } };
  });

  router.get('/admin/settings', api.readSettings, async (ctx) => {
    ctx.body = { status: 'success', settings: await settings.read(ctx.state.em), locked };
  });

  router.put('/admin/settings', api.changeSettings, async (ctx) => {
    const { input } = ctx.state;
    if (!(input.languages ?? []).every((code) => available.includes(code))) {
      throw invalid({ languages: m.settings.unknownLanguage() });
    }
    const saved = await changeSettings(ctx.state.em, requireCaller(ctx), settings, input);
    ctx.body = { status: 'success', message: m.settings.saved(), settings: saved, locked };
  });

  return router;
}
