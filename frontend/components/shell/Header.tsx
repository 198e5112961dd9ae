import { useSnapshot } from 'valtio';
import { Link, useLocation } from 'wouter';
import { findPage, pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { isWithinDashboard } from '../../browser/address.ts';
import { session } from '../../stores/session.ts';
import { shop } from '../../texts/shop.ts';
import { IconButton } from '../IconButton.tsx';
import { lazyPart } from '../lazyPart.tsx';
import { AuthorizationLink } from './AuthorizationLink.tsx';
import styles from './Header.module.css';
import { CartMenu } from './menus/CartMenu.tsx';
import { CategoryMenu } from './menus/CategoryMenu.tsx';
import { CurrencySelect } from './menus/CurrencySelect.tsx';
import { LanguageMenu } from './menus/LanguageMenu.tsx';
import { PageMenu } from './menus/PageMenu.tsx';
import { ThemeSwitch } from './menus/ThemeSwitch.tsx';
import { UserMenu } from './menus/UserMenu.tsx';
import { useDisclosure } from './menus/useDisclosure.ts';

const loadSearch = () => import('./search/HeaderSearch.tsx');
const HeaderSearch = lazyPart(loadSearch, null, m.feedback.searchFailed);

/** So that what is typed right after opening it isn't lost. If this fails, opening it says so. */
const preloadSearch = () => {
  loadSearch().catch(() => {});
};

/** The header of every page. Where the server renders none, index.html has a static version (styles/header.css). */
export function Header() {
  const { user } = useSnapshot(session);
  const [path] = useLocation();
  const search = useDisclosure<HTMLDivElement>();
  const pageName = findPage(path)?.name;
  const hasOwnSearch = pageName === 'catalogue' || pageName === 'category';
  // People who work there aren't looking for products.
  const inDashboard = isWithinDashboard(path);
  return (
    <header className="shop-header">
      <div className={inDashboard ? 'shop-bar dashboard-width' : 'shop-bar'}>
        <Link href={pagePatterns.catalogue} className="shop-name">
          {shop.name}
        </Link>
        <nav aria-label={m.shell.pages()} className={`row gap-1 ${styles.pages}`}>
          <PageLink href={pagePatterns.catalogue}>{m.shell.home()}</PageLink>
          {!inDashboard && (
            <>
              <CategoryMenu />
              <PageLink href={pagePatterns.contact}>{m.shell.contact()}</PageLink>
            </>
          )}
        </nav>
        <div className={`row gap-1 ${styles.controls}`}>
          {!hasOwnSearch && !inDashboard && (
            <IconButton
              icon="search"
              label={m.shell.search()}
              onClick={() => search.setOpen(true)}
              onPointerEnter={preloadSearch}
              onFocus={preloadSearch}
            />
          )}
          <LanguageMenu className={styles.wide} />
          <CurrencySelect className={styles.wide} />
          <ThemeSwitch className={styles.wide} />
          {user ? <UserMenu user={user} /> : <AuthorizationLink />}
          <CartMenu />
          <PageMenu className={styles.menu} />
          <div className="contents" {...search.frame}>
            {search.open && <HeaderSearch onClose={() => search.setOpen(false)} />}
          </div>
        </div>
      </div>
    </header>
  );
}

function PageLink({ href, children }: { href: string; children: string }) {
  const [path] = useLocation();
  return (
    <Link
      href={href}
      className={(isActive) => `pill ${isActive ? styles.activePage : styles.page}`}
      aria-current={href === path ? 'page' : undefined}
    >
      {children}
    </Link>
  );
}
