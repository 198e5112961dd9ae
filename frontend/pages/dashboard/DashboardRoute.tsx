import { useSnapshot } from 'valtio';
import { Redirect } from 'wouter';
import { pagePatterns } from '#contract/page-addresses.ts';
import { PageLoading } from '../../components/Loader.tsx';
import { lazyPart } from '../../components/lazyPart.tsx';
import { session } from '../../stores/session.ts';

const Dashboard = lazyPart(() => import('./Dashboard.tsx'), <PageLoading />);

/** Loads the dashboard's code for admins, and redirects everyone else home. */
export function DashboardRoute() {
  const { user } = useSnapshot(session);
  return user?.role === 'admin' ? <Dashboard /> : <Redirect to={pagePatterns.catalogue} replace />;
}
