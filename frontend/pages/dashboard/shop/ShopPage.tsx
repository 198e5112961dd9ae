import { countryName } from '#contract/addresses.ts';
import type { AdminShopView } from '#contract/shop.ts';
import { m } from '#messages';
import { settings, shopDetails } from '../../../api/admin/settings.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { Icon } from '../../../components/Icon.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { EditScreen } from '../EditScreen.tsx';
import { LanguagesForm } from './LanguagesForm.tsx';
import styles from './ShopPage.module.css';

/** The seller as invoices and emails name it, and the languages of the shop. */
export default function ShopPage() {
  const view = useRemote(shopDetails, null);
  const spoken = useRemote(settings, null).data?.languages;
  return (
    <EditScreen view={view}>
      {view.data && <Details shop={view.data} />}
      {view.data && spoken && <LanguagesForm key={spoken.join()} spoken={spoken} />}
    </EditScreen>
  );
}

function Details({ shop: { name, address, phone, vatId, country, timeZone, mailFrom } }: { shop: AdminShopView }) {
  const isIncomplete = address === null || vatId === null || country === null;
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
          <Fact name={m.shopDetails.address()} value={address} variable="SHOP_ADDRESS" />
          <Fact name={m.shopDetails.phone()} value={phone} variable="SHOP_PHONE" />
          <Fact name={m.shopDetails.vatId()} value={vatId} variable="SHOP_VAT_ID" />
          <Fact name={m.shopDetails.country()} value={country && countryName(country)} variable="SHOP_COUNTRY" />
          <Fact name={m.shopDetails.timeZone()} value={timeZone} variable="TIME_ZONE" />
          <Fact
            name={m.shopDetails.mailFrom()}
            value={mailFrom}
            variable="MAIL_FROM"
            none={m.shopDetails.mailFromDefault()}
          />
        </dl>
      </Panel>
    </>
  );
}

type FactProps = { name: string; value: string | null; variable: string; none?: string };

function Fact({ name, value, variable, none = m.shopDetails.notSet() }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd className={value === null ? 'soft' : undefined}>
        <bdi>{value ?? none}</bdi>
      </dd>
      <dd>
        <code className="soft text-small">{variable}</code>
      </dd>
    </div>
  );
}
