import { countryName } from '#contract/addresses.ts';
import type { AdminShopView } from '#contract/shop.ts';
import { shopDetails } from '../../../api/admin/settings.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { Icon } from '../../../components/Icon.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { EditScreen } from '../EditScreen.tsx';
import styles from './ShopPage.module.css';

/** The seller as invoices and emails name it. */
export default function ShopPage() {
  const view = useRemote(shopDetails, null);
  return <EditScreen view={view}>{view.data && <Details shop={view.data} />}</EditScreen>;
}

function Details({ shop: { name, address, phone, vatId, country, timeZone, mailFrom } }: { shop: AdminShopView }) {
  const isIncomplete = address === null || vatId === null || country === null;
  return (
    <>
      <p className="soft narrow">
        Pages, invoices and emails name the shop like this. The operator sets it in the environment.
      </p>
      {isIncomplete && (
        <p className="row narrow warning">
          <Icon name="alert" />
          In most countries an invoice must have the seller's address, VAT ID and country.
        </p>
      )}
      <Panel as="div" className="padded narrow">
        <dl className="divided facts">
          <Fact name="Name" value={name} variable="SHOP_NAME" />
          <Fact name="Address" value={address} variable="SHOP_ADDRESS" />
          <Fact name="Phone number" value={phone} variable="SHOP_PHONE" />
          <Fact name="VAT ID" value={vatId} variable="SHOP_VAT_ID" />
          <Fact name="Country" value={country && countryName(country)} variable="SHOP_COUNTRY" />
          <Fact name="Time zone" value={timeZone} variable="TIME_ZONE" />
          <Fact name="Sender of emails" value={mailFrom} variable="MAIL_FROM" none="no-reply at the shop's host" />
        </dl>
      </Panel>
    </>
  );
}

type FactProps = { name: string; value: string | null; variable: string; none?: string };

function Fact({ name, value, variable, none = 'Not set' }: FactProps) {
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
