import { m } from '#messages';
import { languages } from '#messages/languages.ts';
import { type PageKey, pagePreview } from '../../../api/admin/legalPages.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { Panel } from '../../../components/Panel.tsx';
import { RichText } from '../../../components/richText/RichText.tsx';
import { useSettled } from '../../../components/useSettled.ts';
import styles from './PageEditor.module.css';

/** Milliseconds without typing after which the preview follows. */
const PAUSE = 400;

type PagePreviewProps = { page: PageKey; title: string; body: string };

/** How the draft would look, and what keeps it from being published. */
export function PagePreview({ page, title, body }: PagePreviewProps) {
  const settled = useSettled(body, PAUSE);
  return (
    <section aria-label={m.legalPages.preview()} className={`stack gap-2 ${styles.preview}`}>
      <h2 className="medium text-compact">{m.legalPages.preview()}</h2>
      <Panel as="div" className="padded stack">
        <div className="stack" lang={page.language} dir={languages[page.language].dir}>
          {title.trim() !== '' && <p className={`bold ${styles.title}`}>{title}</p>}
          {settled.trim() === '' ? (
            <p className="soft">{m.legalPages.previewEmpty()}</p>
          ) : (
            <Rendered page={page} body={settled} />
          )}
        </div>
      </Panel>
    </section>
  );
}

function Rendered({ page, body }: { page: PageKey; body: string }) {
  const { data, failure } = useRemote(pagePreview, { ...page, body }, { keepsPrevious: true, isQuiet: true });
  if (failure) return <p className="danger text-note">{failure}</p>;
  return (
    <>
      {data?.problem && (
        <p className="remark" role="status">
          {data.problem}
        </p>
      )}
      {data && <RichText html={data.html} />}
    </>
  );
}
