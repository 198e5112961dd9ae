import { Route, Switch } from 'wouter';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { lazyPart } from '../components/lazyPart.tsx';
import { PageLoading } from '../components/shell/Loader.tsx';
import NotFoundPage from './NotFoundPage.tsx';

const BuyPage = lazyPart(() => import('./buy/BuyPage.tsx'), <PageLoading />);
const ResetPasswordPage = lazyPart(() => import('./authorization/ResetPasswordPage.tsx'), <PageLoading />);
const VerifyEmailPage = lazyPart(() => import('./authorization/VerifyEmailPage.tsx'), <PageLoading />);

/** The pages that only links from elsewhere open, apart from all others, whose code then needn't know them. */
export default function LinkedPages() {
  return (
    <Switch>
      <Route path={pagePatterns.buy}>{({ items }) => <BuyPage items={items} />}</Route>
      <Route path={pagePatterns.resetPassword}>{({ token }) => <ResetPasswordPage token={token} />}</Route>
      <Route path={pagePatterns.verifyEmail}>{({ token }) => <VerifyEmailPage token={token} />}</Route>
      <Route component={NotFoundPage} />
    </Switch>
  );
}
