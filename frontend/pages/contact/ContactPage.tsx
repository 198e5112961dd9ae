import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type ContactInput, contactInput, contactLabels } from '#contract/shop/contact.input.ts';
import { m } from '#messages';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { EmailField } from '../../components/forms/accountFields.tsx';
import { Field, TextArea } from '../../components/forms/Field.tsx';
import { FieldPair, Form, fieldsOf, SubmitButton } from '../../components/forms/Form.tsx';
import { FormPanel } from '../../components/forms/FormPanel.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { contact } from '../../texts/contact.ts';
import { contactMail } from './contactMail.ts';
import { Reach } from './Reach.tsx';

const emptyForm: ContactInput = { firstName: '', lastName: '', email: '', message: '' };
const resolver = yupResolver(contactInput);

/** How to reach the shop, and the contact form. The form sends nothing: the values are only logged and become an email. */
export default function ContactPage() {
  const [logged, setLogged] = useState<ContactInput | null>(null);
  const [isReopened, setIsReopened] = useState(false);

  const log = (values: ContactInput) => {
    console.log(values);
    setLogged(values);
  };
  const reopen = () => {
    setLogged(null);
    setIsReopened(true);
  };

  return (
    <FormPanel
      wide
      title={<PageTitle title={m.contact.title()} />}
      lead={contact.email ? m.contact.lead() : m.contact.undelivered()}
    >
      <Reach />
      {logged ? <Logged values={logged} onAgain={reopen} /> : <ContactForm isReopened={isReopened} onSend={log} />}
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
          label={contactLabels.firstName()}
          autoComplete="given-name"
          autoFocus={isReopened}
          required
        />
        <Field {...field('lastName')} label={contactLabels.lastName()} autoComplete="family-name" required />
      </FieldPair>
      <EmailField {...field('email')} label={contactLabels.email()} />
      <TextArea {...field('message')} label={contactLabels.message()} rows={6} required />
      <SubmitButton form={form}>{m.contact.send()}</SubmitButton>
    </Form>
  );
}

/** Replaces the form, takes the focus and offers to send the message as an email. */
function Logged({ values, onAgain }: { values: ContactInput; onAgain: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const { email } = contact;
  return (
    <div ref={ref} role="status" tabIndex={-1}>
      <Notice
        icon="alert"
        title={email ? m.contact.notSentYet() : m.contact.undelivered()}
        actions={
          <>
            {email && (
              <ButtonLink variant="primary" href={contactMail(email, values)}>
                {m.contact.openAsEmail()}
              </ButtonLink>
            )}
            <Button onClick={onAgain}>{m.contact.writeAnother()}</Button>
          </>
        }
      >
        {email && m.contact.sendTo({ email })}
      </Notice>
    </div>
  );
}
