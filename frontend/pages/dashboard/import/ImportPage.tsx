import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { pagePatterns } from '#contract/page-addresses.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { FailureNotice } from '../../../components/FailureNotice.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { useRefreshWhile } from '../../../components/useRefreshWhile.ts';
import { showAdminFailure } from '../../../stores/dashboard/failure.ts';
import { imports, isUnderWay, loadImports, refreshImports } from '../../../stores/dashboard/imports.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { ImportForm } from './ImportForm.tsx';
import styles from './ImportPage.module.css';
import { ImportReport } from './ImportReport.tsx';

/** Products from a catalogue file: sends one, and tells what became of it and of those before. */
export default function ImportPage() {
  const { list, loading, error } = useSnapshot(imports);

  useEffect(() => {
    void loadImports();
    // One that stopped goes on when it is retried in the queue dashboard: in another tab.
    const lookAgain = () => {
      if (document.visibilityState === 'visible') void loadImports();
    };
    document.addEventListener('visibilitychange', lookAgain);
    return () => document.removeEventListener('visibilitychange', lookAgain);
  }, []);
  useRefreshWhile(list?.some(isUnderWay) ?? false, refreshImports, showAdminFailure);

  return (
    <>
      <ScreenHead
        actions={
          <ButtonLink size="small" href={pagePatterns.products}>
            Back to the products
          </ButtonLink>
        }
      />
      <ImportForm />
      <section className={styles.past} aria-labelledby="imports">
        <h2 id="imports" className={styles.title}>
          Imports
        </h2>
        {error && !list && <FailureNotice message={error} onRetry={loadImports} busy={loading} />}
        {!error && !list && <Skeleton height="8rem" />}
        {list?.length === 0 && <p className={styles.none}>Nothing has been imported yet.</p>}
        <ul className={styles.list}>
          {list?.map((view) => (
            <ImportReport key={view._id} view={view} />
          ))}
        </ul>
      </section>
    </>
  );
}
