import { useSnapshot } from 'valtio';
import { Redirect } from 'wouter';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { lazyPart } from '../../components/lazyPart.tsx';
import { PageLoading } from '../../components/shell/Loader.tsx';
import { isStaff, session } from '../../stores/session.ts';

const Dashboard = lazyPart(() => import('./Dashboard.tsx'), <PageLoading />);

/** Loads the dashboard's code for those with a role in it, and redirects everyone else home. */
export function DashboardRoute() {
  const { user } = useSnapshot(session);
  return user && isStaff(user) ? <Dashboard /> : <Redirect to={pagePatterns.catalogue} replace />;
}
