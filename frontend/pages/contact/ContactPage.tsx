import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type ContactInput, contactInput, contactLabels } from '#contract/contact.input.ts';
import { SUPPORT_EMAIL_META } from '#contract/pages.ts';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { EmailField } from '../../components/forms/accountFields.tsx';
import { Field, TextArea } from '../../components/forms/Field.tsx';
import { FieldPair, Form, fieldsOf, SubmitButton } from '../../components/forms/Form.tsx';
import { FormPanel } from '../../components/forms/FormPanel.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';

const emptyForm: ContactInput = { firstName: '', lastName: '', email: '', message: '' };
const resolver = yupResolver(contactInput);

/** The server embeds it in every page if it is configured. */
function supportEmail(): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${SUPPORT_EMAIL_META}"]`)?.content;
}

function Undelivered() {
  const email = supportEmail();
  return (
    <>
      Messages from this form aren't delivered yet.
      {email && (
        <>
          {' '}
          Email us at <a href={`mailto:${email}`}>{email}</a>.
        </>
      )}
    </>
  );
}

/** The contact form. It sends nothing: the values are only logged, and the page says so. */
export default function ContactPage() {
  const [stage, setStage] = useState<'first' | 'logged' | 'again'>('first');
  const isLogged = stage === 'logged';

  const log = (values: ContactInput) => {
    console.log(values);
    setStage('logged');
  };

  return (
    <FormPanel wide title={<PageTitle title="Contact Us" />} lead={isLogged ? undefined : <Undelivered />}>
      {isLogged ? (
        <Logged onAgain={() => setStage('again')} />
      ) : (
        <ContactForm isReopened={stage === 'again'} onSend={log} />
      )}
    </FormPanel>
  );
}

type ContactFormProps = {
  /** Focuses the first field, because the button that reopened the form is gone. */
  isReopened: boolean;
  onSend: (values: ContactInput) => void;
};

function ContactForm({ isReopened, onSend }: ContactFormProps) {
  const form = useForm({ resolver, defaultValues: emptyForm, mode: 'onTouched' });
  const field = fieldsOf(form);

  return (
    <Form onSubmit={form.handleSubmit(onSend)}>
      <FieldPair>
        <Field
          {...field('firstName')}
          label={contactLabels.firstName}
          autoComplete="given-name"
          autoFocus={isReopened}
          required
        />
        <Field {...field('lastName')} label={contactLabels.lastName} autoComplete="family-name" required />
      </FieldPair>
      <EmailField {...field('email')} label={contactLabels.email} />
      <TextArea {...field('message')} label={contactLabels.message} rows={6} required />
      <SubmitButton form={form}>Send</SubmitButton>
    </Form>
  );
}

/** Replaces the form and takes the focus. */
function Logged({ onAgain }: { onAgain: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} role="status" tabIndex={-1}>
      <Notice icon="alert" title={<Undelivered />} actions={<Button onClick={onAgain}>Write another message</Button>} />
    </div>
  );
}
