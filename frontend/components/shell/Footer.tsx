import { Link } from 'wouter';
import { pageAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { shop } from '../../texts/shop.ts';
import { Icon } from '../Icon.tsx';
import styles from './Footer.module.css';
import { LanguageLinks } from './languages/LanguageLinks.tsx';

/** The footer of every page: where to find help and what applies, and how payment works. */
export function Footer() {
  const links = [
    [pagePatterns.contact, m.shell.contact()],
    [pagePatterns.withdrawal, m.shell.withdraw()],
    ...shop.pages.map(({ kind, title }) => [pageAddress('legalPage', { kind }), title]),
  ] as [string, string][];
  return (
    <footer className={styles.footer}>
      <div className={`soft text-note ${styles.content}`}>
        <p className={styles.shop}>{shop.name}</p>
        <ul className={styles.links}>
          {links.map(([href, title]) => (
            <li key={href}>
              <Link href={href} className={styles.link}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
        {shop.languages.length > 1 && (
          <ul className="cluster row-gap-1" aria-label={m.shell.languages()}>
            <LanguageLinks className={styles.link ?? ''} />
          </ul>
        )}
        <p className={`note gap-2 ${styles.payment}`}>
          <Icon name="lock" size={18} />
          <span>{m.shell.cardDetails()}</span>
        </p>
      </div>
    </footer>
  );
}
