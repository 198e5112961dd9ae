import { useEffect } from 'react';
import { pagePatterns } from '#contract/page-addresses.ts';
import { refreshImports, useImports } from '../../../api/admin/imports.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { FailureNotice } from '../../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import { ImportForm } from './ImportForm.tsx';
import styles from './ImportPage.module.css';
import { ImportReport } from './ImportReport.tsx';

/** Imports products from a catalogue file, and reports on past imports. */
export default function ImportPage() {
  const { data: list, isLoading, error, retry } = useImports();

  useEffect(() => {
    // A stopped import resumes when its job is retried in the queue dashboard, in another tab.
    const refresh = () => {
      if (document.visibilityState === 'visible') void refreshImports();
    };
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, []);

  return (
    <>
      <ScreenHead
        actions={
          <ButtonLink size="small" href={pagePatterns.products}>
            Back to products
          </ButtonLink>
        }
      />
      <ImportForm />
      <section className={styles.past} aria-labelledby="imports">
        <h2 id="imports" className={styles.title}>
          Imports
        </h2>
        {error && !list && <FailureNotice message={error} onRetry={retry} busy={isLoading} />}
        {!error && !list && <Skeleton height="8rem" />}
        {list?.length === 0 && <p className="soft text-note">No imports yet</p>}
        <ul className="stack gap-3">
          {list?.map((view) => (
            <ImportReport key={view._id} view={view} />
          ))}
        </ul>
      </section>
    </>
  );
}
