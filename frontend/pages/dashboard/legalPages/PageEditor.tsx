import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { legalPageInput } from '#contract/shop/legal-pages.input.ts';
import { type AdminLegalPageView, PAGE_BODY_MAX, PAGE_TITLE_MAX } from '#contract/shop/legal-pages.ts';
import { localAddress, pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { languages } from '#messages/languages.ts';
import { publishPage, saveDraft } from '../../../api/admin/legalPages.ts';
import { Button } from '../../../components/Button.tsx';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { Field, TextArea } from '../../../components/forms/Field.tsx';
import { Form, fieldsOf } from '../../../components/forms/Form.tsx';
import { showFormFailure, submitOf } from '../../../components/forms/submit.ts';
import { longDate } from '../../../texts/dates.ts';
import { NoticePanel } from './NoticePanel.tsx';
import styles from './PageEditor.module.css';
import { PagePreview } from './PagePreview.tsx';
import { PageState } from './PageState.tsx';
import { Toolbar } from './Toolbar.tsx';
import { Versions } from './Versions.tsx';

const resolver = yupResolver(legalPageInput);

type PageEditorProps = {
  page: AdminLegalPageView;
  /** Called with whether there are changes that are not saved. */
  onUnsaved: (isUnsaved: boolean) => void;
};

/** The draft of a page in a language, how it looks, and its published versions. */
export function PageEditor({ page, onUnsaved }: PageEditorProps) {
  const { kind, language, version, publishedAt } = page;
  const form = useForm({ resolver, defaultValues: { language, title: page.title, body: page.body } });
  const { isDirty, isSubmitting } = form.formState;
  const field = fieldsOf(form);
  const area = useRef<HTMLTextAreaElement>(null);
  const text = { lang: language, dir: languages[language].dir };
  const { ref: registerArea, ...body } = field('body');
  const typed = form.watch('body');

  const reportUnsaved = useEffectEvent(onUnsaved);
  useEffect(() => reportUnsaved(isDirty), [isDirty]);

  const save = async (values: { title: string; body: string }) => {
    await saveDraft({ kind, language, ...values });
    form.reset({ language, ...values });
  };
  const publish = form.handleSubmit(async ({ title, body }) => {
    const isWanted = await confirm({
      title: m.legalPages.publishTitle({ version: version + 1 }),
      text: <p>{m.legalPages.publishText()}</p>,
      action: m.legalPages.publish(),
    });
    if (!isWanted) return;
    try {
      // Without changes of this form, what is published may be the draft of another admin.
      const published = await publishPage({ kind, language, ...(isDirty && { title, body }) });
      form.reset({ language, title: published.title, body: published.body });
    } catch (error) {
      showFormFailure(form, error);
    }
  });

  return (
    <div className="stack gap-6">
      <div className={styles.columns}>
        <Form onSubmit={submitOf(form, ({ title, body }) => save({ title, body }))}>
          <Field
            {...field('title')}
            {...text}
            label={m.legalPages.title()}
            maxLength={PAGE_TITLE_MAX}
            autoComplete="off"
            required
          />
          <TextArea
            {...body}
            {...text}
            ref={(element) => {
              registerArea(element);
              area.current = element;
            }}
            label={m.legalPages.text()}
            hint={m.legalPages.textHint()}
            tools={<Toolbar area={area} />}
            limit={{ length: typed.length, max: PAGE_BODY_MAX }}
            className={styles.body}
            rows={18}
            required
          />
          <div className="cluster row-gap-2">
            <Button type="submit" variant="primary" busy={isSubmitting} disabled={!isDirty}>
              {m.legalPages.save()}
            </Button>
            <Button onClick={publish} disabled={!isDirty && !page.isChanged}>
              {m.legalPages.publish()}
            </Button>
            <PageState page={page} />
            {publishedAt && (
              <a
                className={`text-note ${styles.view}`}
                href={localAddress(pageAddress('legalPage', { kind }), language)}
                target="_blank"
                rel="noopener"
              >
                {m.legalPages.viewVersion({ version, date: longDate(publishedAt) })}
              </a>
            )}
          </div>
        </Form>
        <PagePreview page={{ kind, language }} title={form.watch('title')} body={typed} />
      </div>
      {kind === 'guarantee' && <NoticePanel language={language} />}
      {version > 0 && <Versions page={{ kind, language }} draft={page.isChanged || isDirty ? typed : null} />}
    </div>
  );
}
