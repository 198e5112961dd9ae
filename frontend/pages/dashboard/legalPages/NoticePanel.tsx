import { useRef, useState } from 'react';
import { MEGABYTE } from '#contract/catalogue/picture-limits.ts';
import { NOTICE_MAX, noticeFormats } from '#contract/shop/legal-pages.ts';
import { m } from '#messages';
import type { LanguageCode } from '#messages/languages.ts';
import { succeeds } from '../../../api/admin/failure.ts';
import { deleteNotice, guaranteeNotices, saveNotice } from '../../../api/admin/guaranteeNotices.ts';
import { errorMessage } from '../../../api/errors.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { FailureNotice } from '../../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { FileDrop } from '../../../components/forms/FileDrop.tsx';
import { TitledPanel } from '../../../components/TitledPanel.tsx';

const types = noticeFormats.map((format) => `image/${format}`);

/** The official notice on the legal guarantee in a language, which product pages and the checkout show. */
export function NoticePanel({ language }: { language: LanguageCode }) {
  const { data: notices, error, isLoading, retry } = useRemote(guaranteeNotices, null);
  const [refusal, setRefusal] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const notice = notices?.find((each) => each.language === language);

  const choose = async ([file]: File[]) => {
    if (file === undefined) return;
    const reason = refusalOf(file);
    setRefusal(reason);
    if (reason) return;
    await saveNotice(language, file).catch((error) => setRefusal(errorMessage(error)));
    button.current?.focus();
  };

  return (
    <TitledPanel title={m.legalPages.notice()} lead={m.legalPages.noticeHint()} className="padded medium-wide">
      {notices ? (
        <>
          {notice && (
            <img
              src={notice.url}
              width={notice.width}
              height={notice.height}
              alt={m.legalPages.noticeAlt()}
              className="paper"
            />
          )}
          <FileDrop
            label={m.legalPages.notice()}
            action={notice ? m.legalPages.noticeReplace() : m.legalPages.noticeUpload()}
            accept={types.join()}
            onChoose={(files) => void choose(files)}
            hint={m.legalPages.noticeRules({ max: NOTICE_MAX })}
            error={refusal}
            buttonRef={button}
          />
          {notice && (
            <ActionButton
              size="small"
              variant="quiet"
              action={async () => {
                await succeeds(deleteNotice(language));
                button.current?.focus();
              }}
            >
              {m.legalPages.noticeRemove()}
            </ActionButton>
          )}
        </>
      ) : error ? (
        <FailureNotice message={error} onRetry={retry} busy={isLoading} />
      ) : (
        <Skeleton height="8rem" />
      )}
    </TitledPanel>
  );
}

/** Why a file can't be sent, by its type and size. The server checks its content. */
function refusalOf({ size, type }: File): string | undefined {
  if (size > NOTICE_MAX * MEGABYTE) return m.legalPages.noticeTooLarge({ max: NOTICE_MAX });
  return types.includes(type) ? undefined : m.legalPages.noticeWrongFormat();
}
