import { Redirect, Route, Switch, useLocation } from 'wouter';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
// Follows what the server forbids.
import '../../api/admin/failure.ts';
import { useWorkRefresh } from '../../api/admin/work.ts';
import { factors, lacksRequiredFactor } from '../../api/factors.ts';
import { useRemoteState } from '../../api/useRemote.ts';
import { Confirmation } from '../../components/dialogs/Confirmation.tsx';
import { ReauthenticationDialog } from '../../components/dialogs/ReauthenticationDialog.tsx';
import { ErrorBoundary } from '../../components/shell/ErrorBoundary.tsx';
import NotFoundPage from '../NotFoundPage.tsx';
import styles from './Dashboard.module.css';
import { NotAllowedPage } from './NotAllowedPage.tsx';
import { pageAccess } from './pageAccess.ts';
import { dashboardPages, entryPage } from './pages.tsx';
import { SecondFactorNotice } from './SecondFactorNotice.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useCan } from './useCan.ts';
import './dashboard.css';

/** The dashboard's frame: the sidebar and the current screen (see pages.tsx), as far as the role allows. */
export default function Dashboard() {
  const [path] = useLocation();
  const isLocked = lacksRequiredFactor(useRemoteState(factors, null).data);
  const can = useCan();
  useWorkRefresh(!isLocked);
  const entry = entryPage(can) ?? 'catalogue';
  if (path === pagePatterns.statistics && entry !== 'statistics') return <Redirect to={pagePatterns[entry]} replace />;
  return (
    <div className={styles.dashboard}>
      <Sidebar />
      <div className="stack">
        {isLocked ? (
          <SecondFactorNotice />
        ) : (
          <ErrorBoundary key={path}>
            <Switch>
              {dashboardPages.map(({ name, Page }) => (
                <Route key={name} path={pagePatterns[name]}>
                  {(parameters) => (can(pageAccess[name]) ? <Page parameters={parameters} /> : <NotAllowedPage />)}
                </Route>
              ))}
              <Route component={NotFoundPage} />
            </Switch>
          </ErrorBoundary>
        )}
      </div>
      <Confirmation key={path} />
      <ReauthenticationDialog />
    </div>
  );
}
