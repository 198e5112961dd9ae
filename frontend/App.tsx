import { Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { pagePatterns } from '#contract/routes.ts';
import styles from './App.module.css';
import { ErrorBoundary } from './components/ErrorBoundary.tsx';
import { Footer } from './components/Footer.tsx';
import { Header } from './components/Header.tsx';
import { Loader, PageLoading } from './components/Loader.tsx';
import { lazyPart } from './components/lazyPart.ts';
import { useNavigationScroll } from './components/navigation.ts';
import { Toasts } from './components/Toasts.tsx';
import { CataloguePage } from './pages/catalogue/CataloguePage.tsx';

const ContactPage = lazyPart(() => import('./pages/contact/ContactPage.tsx'));
const ProductPage = lazyPart(() => import('./pages/product/ProductPage.tsx'));
const AuthorizationPage = lazyPart(() => import('./pages/authorization/AuthorizationPage.tsx'));
const OrderPage = lazyPart(() => import('./pages/order/OrderPage.tsx'));
const ProfilePage = lazyPart(() => import('./pages/profile/ProfilePage.tsx'));
const ResetPasswordPage = lazyPart(() => import('./pages/authorization/ResetPasswordPage.tsx'));
const NotFoundPage = lazyPart(() => import('./pages/NotFoundPage.tsx'));

/** The shop: one frame around the page that the address names. */
export function App() {
  const [path] = useLocation();
  useNavigationScroll(path);
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main" className={styles.main} tabIndex={-1}>
        <ErrorBoundary key={path}>
          <Suspense fallback={<PageLoading />}>
            <Switch>
              <Route path={pagePatterns.catalogue} component={CataloguePage} />
              <Route path={pagePatterns.contact} component={ContactPage} />
              <Route path={pagePatterns.product}>{({ productId }) => <ProductPage productId={productId} />}</Route>
              <Route path={pagePatterns.authorization} component={AuthorizationPage} />
              <Route path={pagePatterns.order} component={OrderPage} />
              <Route path={pagePatterns.profile} component={ProfilePage} />
              <Route path={pagePatterns.resetPassword}>{({ token }) => <ResetPasswordPage token={token} />}</Route>
              <Route component={NotFoundPage} />
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <Loader />
      <Toasts />
    </>
  );
}
