import { useSnapshot } from 'valtio';
import { Link, useLocation } from 'wouter';
import { pagePatterns } from '#contract/page-addresses.ts';
import { session } from '../stores/session.ts';
import { AuthorizationLink } from './AuthorizationLink.tsx';
import { CartMenu } from './CartMenu.tsx';
import { CurrencySelect } from './CurrencySelect.tsx';
import styles from './Header.module.css';
import { PageMenu } from './PageMenu.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { UserMenu } from './UserMenu.tsx';

const pages = [
  { href: pagePatterns.catalogue, name: 'Home' },
  { href: pagePatterns.contact, name: 'Contact' },
];

/** The header of every page. index.html has a static version of it (styles/header.css). */
export function Header() {
  const { user } = useSnapshot(session);
  const [path] = useLocation();
  return (
    <header className="shop-header">
      <div className="shop-bar">
        <Link href={pagePatterns.catalogue} className="shop-name">
          WebShop
        </Link>
        <nav aria-label="Pages" className={styles.pages}>
          {pages.map(({ href, name }) => (
            <Link
              key={href}
              href={href}
              className={(isActive) => (isActive ? styles.activePage : styles.page)}
              aria-current={href === path ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
        <div className={styles.controls}>
          <CurrencySelect />
          <ThemeSwitch className={styles.theme} />
          {user ? <UserMenu user={user} /> : <AuthorizationLink />}
          <CartMenu />
          <PageMenu pages={pages} className={styles.menu} />
        </div>
      </div>
    </header>
  );
}
