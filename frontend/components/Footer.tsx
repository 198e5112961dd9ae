import { Link } from 'wouter';
import { currencies, formatMinorUnits } from '#contract/money.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import styles from './Footer.module.css';
import { Icon } from './Icon.tsx';

const oneEuroInDollars = formatMinorUnits(currencies.USD.rateHundredths, 'USD');
const oneEuroInDinars = formatMinorUnits(currencies.RSD.rateHundredths, 'RSD', 0);

/** What a shopper may want to know before paying, at the foot of every page. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.content}>
        <p className={styles.shop}>WebShop</p>
        <Link href={pagePatterns.contact} className={styles.link}>
          Contact
        </Link>
        <p className={styles.fact}>
          <Icon name="lock" size={18} />
          Card details go straight to the payment provider and never reach this shop.
        </p>
        <p className={styles.fact}>
          <Icon name="card" size={18} />
          Prices are set in euro and charged at 1€ = {oneEuroInDollars} = {oneEuroInDinars}.
        </p>
      </div>
    </footer>
  );
}
