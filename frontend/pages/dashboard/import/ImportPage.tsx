import { useEffect } from 'react';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { imports, refreshImports } from '../../../api/admin/imports.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { EditScreen } from '../EditScreen.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import { ImportForm } from './ImportForm.tsx';
import { ImportReport } from './ImportReport.tsx';

/** Imports products from a catalogue file, and reports on past imports. */
export default function ImportPage() {
  const view = useRemote(imports, null);
  // The form shows its check itself.
  const done = view.data?.filter(({ check }) => !check);

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
            {m.admin.backToProducts()}
          </ButtonLink>
        }
      />
      <div className="stack gap-6">
        <ImportForm />
        <section className="stack gap-3 medium-wide" aria-labelledby="imports">
          <h2 id="imports" className="text-body">
            {m.importing.imports()}
          </h2>
          <EditScreen head={null} view={view}>
            {done && (
              <ul className="stack gap-3">
                {done.length === 0 && <li className="soft text-note">{m.importing.none()}</li>}
                {done.map((each) => (
                  <ImportReport key={each._id} view={each} />
                ))}
              </ul>
            )}
          </EditScreen>
        </section>
      </div>
    </>
  );
}
