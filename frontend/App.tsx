import { type MouseEvent, useEffect } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
// The server renders categories before their code has loaded.
import './components/shell/Breadcrumbs.module.css';
import './pages/catalogue/CategoryPage.module.css';
import './components/forms/Field.module.css';
import './components/forms/FormPanel.module.css';
import './components/richText/RichText.module.css';
import './pages/legal/LegalPage.module.css';
import styles from './App.module.css';
import { isWithinDashboard } from './browser/address.ts';
import { Labels } from './components/labels/ProductLabels.tsx';
import { lazyPart } from './components/lazyPart.tsx';
import { useNavigationScroll } from './components/navigation.ts';
import { Comparison } from './components/product/Comparison.tsx';
import { ErrorBoundary } from './components/shell/ErrorBoundary.tsx';
import { Footer } from './components/shell/Footer.tsx';
import { Header } from './components/shell/Header.tsx';
import { Loader, PageLoading } from './components/shell/Loader.tsx';
import { LanguageOffer } from './components/shell/languages/LanguageOffer.tsx';
import { CataloguePage } from './pages/catalogue/CataloguePage.tsx';
import { DashboardRoute } from './pages/dashboard/DashboardRoute.tsx';
import { ProductSkeleton } from './pages/product/ProductFrame.tsx';
import { dropAskedCurrency } from './stores/currency.ts';

const CategoryPage = lazyPart(() => import('./pages/catalogue/CategoryPage.tsx'), <PageLoading />);
const ProductPage = lazyPart(() => import('./pages/product/ProductPage.tsx'), <ProductSkeleton />);
const Toasts = lazyPart(() => import('./components/shell/Toasts.tsx'), null, m.feedback.notificationsFailed);
const LegalPage = lazyPart(() => import('./pages/legal/LegalPage.tsx'), <PageLoading />);
const WithdrawalPage = lazyPart(() => import('./pages/withdrawal/WithdrawalPage.tsx'), <PageLoading />);
const ComparePage = lazyPart(() => import('./pages/compare/ComparePage.tsx'), <PageLoading />);
const ContactPage = lazyPart(() => import('./pages/contact/ContactPage.tsx'), <PageLoading />);
const AuthorizationPage = lazyPart(() => import('./pages/authorization/AuthorizationPage.tsx'), <PageLoading />);
const OrderPage = lazyPart(() => import('./pages/order/OrderPage.tsx'), <PageLoading />);
const OwnOrderPage = lazyPart(() => import('./pages/ownOrder/OwnOrderPage.tsx'), <PageLoading />);
const ProfilePage = lazyPart(() => import('./pages/profile/ProfilePage.tsx'), <PageLoading />);
const LinkedPages = lazyPart(() => import('./pages/LinkedPages.tsx'), <PageLoading />);

/** What the server renders, too, though its code loads separately: pages by their names, and what several show. */
export const renderedParts = {
  category: CategoryPage,
  product: ProductPage,
  legalPage: LegalPage,
  withdrawal: WithdrawalPage,
  labels: Labels,
};

/** The app shell around the current page. */
export function App() {
  const [path] = useLocation();
  useNavigationScroll(path);
  useEffect(dropAskedCurrency, []);
  const inDashboard = isWithinDashboard(path);
  return (
    <>
      <Link className={styles.skip} href="#main" onClick={skipToContent}>
        {m.shell.skipToContent()}
      </Link>
      <LanguageOffer />
      <Header />
      <main id="main" className={inDashboard ? `${styles.main} dashboard-width` : styles.main} tabIndex={-1}>
        <ErrorBoundary key={inDashboard ? pagePatterns.statistics : path}>
          <Switch>
            <Route path={pagePatterns.catalogue} component={CataloguePage} />
            <Route path={pagePatterns.category} component={CategoryPage} />
            <Route path={pagePatterns.contact} component={ContactPage} />
            <Route path={pagePatterns.product}>{({ productId }) => <ProductPage productId={productId} />}</Route>
            <Route path={pagePatterns.legalPage}>{({ kind }) => <LegalPage kind={kind} />}</Route>
            <Route path={pagePatterns.withdrawal} component={WithdrawalPage} />
            <Route path={pagePatterns.compare} component={ComparePage} />
            <Route path={pagePatterns.authorization} component={AuthorizationPage} />
            <Route path={pagePatterns.order} component={OrderPage} />
            <Route path={pagePatterns.profile} component={ProfilePage} />
            <Route path={pagePatterns.ownOrder}>{({ orderId }) => <OwnOrderPage orderId={orderId} />}</Route>
            <Route path={`${pagePatterns.statistics}/*?`} component={DashboardRoute} />
            <Route component={LinkedPages} />
          </Switch>
        </ErrorBoundary>
      </main>
      {!inDashboard && <Footer />}
      <Comparison />
      <Loader />
      <Toasts />
    </>
  );
}

/** Moves the focus without a hash, whose history entry would lose page state such as the order step. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
