import { shopAddress } from '#contract/addresses.ts';
import type { SettingsView } from '#contract/settings.ts';
import { m } from '#messages';
import { settings } from '../../../api/admin/settings.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { Icon } from '../../../components/Icon.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { EditScreen } from '../EditScreen.tsx';
import { LanguagesForm } from './LanguagesForm.tsx';
import styles from './ShopPage.module.css';

/** The seller as invoices and emails name it, and the languages of the shop. */
export default function ShopPage() {
  const view = useRemote(settings, null);
  const spoken = view.data?.languages;
  return (
    <EditScreen view={view}>
      {view.data && <Details shop={view.data} />}
      {view.data && spoken && <LanguagesForm key={spoken.join()} spoken={spoken} />}
    </EditScreen>
  );
}

function Details({ shop: { name, address, phoneNumber, vatId, timeZone } }: { shop: SettingsView }) {
  const isIncomplete = Object.values(address).includes('') || vatId === '';
  return (
    <>
      <p className="soft narrow">{m.shopDetails.lead()}</p>
      {isIncomplete && (
        <p className="row narrow warning">
          <Icon name="alert" />
          {m.shopDetails.incomplete()}
        </p>
      )}
      <Panel as="div" className="padded narrow">
        <dl className="divided facts">
          <Fact name={m.shopDetails.name()} value={name} variable="SHOP_NAME" />
          <Fact name={m.shopDetails.address()} value={shopAddress(address)} variable="SHOP_ADDRESS" />
          <Fact name={m.shopDetails.phone()} value={phoneNumber} variable="SHOP_PHONE" />
          <Fact name={m.shopDetails.vatId()} value={vatId} variable="SHOP_VAT_ID" />
          <Fact name={m.shopDetails.timeZone()} value={timeZone} variable="TIME_ZONE" />
        </dl>
      </Panel>
    </>
  );
}

type FactProps = { name: string; value: string; variable: string };

function Fact({ name, value, variable }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd className={value === '' ? 'soft' : undefined}>
        <bdi>{value || m.shopDetails.notSet()}</bdi>
      </dd>
      <dd>
        <code className="soft text-small">{variable}</code>
      </dd>
    </div>
  );
}
