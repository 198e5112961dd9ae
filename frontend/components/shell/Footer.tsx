import { Link } from 'wouter';
import { pageAddress, pagePatterns } from '#contract/page-addresses.ts';
import { m } from '#messages';
import { shop } from '../../texts/shop.ts';
import { Icon } from '../Icon.tsx';
import styles from './Footer.module.css';
import { LanguageLinks } from './languages/LanguageLinks.tsx';

/** The footer of every page: how payment works. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={`cluster soft text-note ${styles.content}`}>
        <p className={styles.shop}>{shop.name}</p>
        <Link href={pagePatterns.contact} className={styles.link}>
          {m.shell.contact()}
        </Link>
        <Link href={pagePatterns.withdrawal} className={styles.link}>
          {m.shell.withdraw()}
        </Link>
        {shop.pages.length > 0 && (
          <ul className={`cluster row-gap-1 ${styles.legal}`}>
            {shop.pages.map(({ kind, title }) => (
              <li key={kind}>
                <Link href={pageAddress('legalPage', { kind })} className={styles.link}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {shop.languages.length > 1 && (
          <ul className="cluster" aria-label={m.shell.languages()}>
            <LanguageLinks className={styles.link ?? ''} />
          </ul>
        )}
        <p className="note gap-2">
          <Icon name="lock" size={18} />
          <span>{m.shell.cardDetails()}</span>
        </p>
        <p className="note gap-2">
          <Icon name="card" size={18} />
          <span>{m.shell.pricesConverted()}</span>
        </p>
      </div>
    </footer>
  );
}
