import { Route, Switch, useLocation } from 'wouter';
import { pagePatterns } from '#contract/page-addresses.ts';
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx';
import NotFoundPage from '../NotFoundPage.tsx';
import styles from './Dashboard.module.css';
import { dashboardPages } from './pages.tsx';
import { Sidebar } from './Sidebar.tsx';

/** The dashboard's frame: the sidebar and the current screen (see pages.tsx). */
export default function Dashboard() {
  const [path] = useLocation();
  return (
    <div className={styles.dashboard}>
      <Sidebar />
      <div className={styles.screen}>
        <ErrorBoundary key={path}>
          <Switch>
            {dashboardPages.map(({ name, Page }) => (
              <Route key={name} path={pagePatterns[name]}>
                {(parameters) => <Page parameters={parameters} />}
              </Route>
            ))}
            <Route component={NotFoundPage} />
          </Switch>
        </ErrorBoundary>
      </div>
    </div>
  );
}
