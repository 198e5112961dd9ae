import { Link, useSearch } from 'wouter';
import { legalPageKey } from '#contract/shop/legal-pages.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { languages } from '#messages/languages.ts';
import { legalPage } from '../../api/legalPages.ts';
import { useRemote } from '../../api/useRemote.ts';
import { FailureNotice } from '../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { Icon } from '../../components/Icon.tsx';
import { RichText } from '../../components/richText/RichText.tsx';
import { Sentence } from '../../components/Sentence.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { longDate } from '../../texts/dates.ts';
import { shop } from '../../texts/shop.ts';
import NotFoundPage from '../NotFoundPage.tsx';
import styles from './LegalPage.module.css';

/** A page that the law asks of the shop, such as its terms, or an earlier version of it. */
export default function LegalPage({ kind }: { kind: string }) {
  const { data, isMissing, isLoading, error, retry } = useRemote(legalPage, legalPageKey(kind, useSearch()));
  if (isMissing) return <NotFoundPage />;
  if (!data) {
    return (
      <>
        <PageTitle title={m.pages.legalPage()} className="visually-hidden" />
        {error ? (
          <FailureNotice message={error} onRetry={retry} busy={isLoading} />
        ) : (
          <Skeleton height="36rem" width="44rem" />
        )}
      </>
    );
  }
  const { page, newestVersion } = data;
  const { title, html, version, language } = page;
  const date = longDate(page.publishedAt);
  return (
    <article className={`stack gap-5 ${styles.page}`}>
      <div lang={language} dir={languages[language].dir}>
        <PageTitle
          key={kind}
          title={title}
          description={m.pages.namedLegalPageDescription({ title, shop: shop.name })}
        />
      </div>
      {version < newestVersion && (
        <p className={`note tone-quiet ${styles.outdated}`}>
          <Icon name="alert" size={18} />
          <span>
            <Sentence
              of={m.legalPages.outdated({ version, date })}
              parts={{ link: (text) => <Link href={pageAddress('legalPage', { kind })}>{text}</Link> }}
            />
          </span>
        </p>
      )}
      <div lang={language} dir={languages[language].dir}>
        <RichText html={html} />
      </div>
      <p className="soft text-note">{m.legalPages.since({ version, date })}</p>
    </article>
  );
}
