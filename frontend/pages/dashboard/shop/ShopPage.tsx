import { m } from '#messages';
import { settings } from '../../../api/admin/settings.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { EditScreen } from '../EditScreen.tsx';
import { SettingsForm } from './SettingsForm.tsx';

/** What the shop says about itself, in pages, emails and documents. */
export default function ShopPage() {
  const view = useRemote(settings, null);
  return (
    <EditScreen view={view}>
      {view.data && (
        <>
          <p className="soft narrow">{m.shopSettings.lead()}</p>
          <SettingsForm key={JSON.stringify(view.data)} {...view.data} />
        </>
      )}
    </EditScreen>
  );
}
