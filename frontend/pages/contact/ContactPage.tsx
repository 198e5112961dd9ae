import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type ContactInput, contactInput, contactLabels } from '#contract/contact.input.ts';
import { Button } from '../../components/Button.tsx';
import { Field, TextArea } from '../../components/Field.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { message } from '../../messages.ts';
import styles from './ContactPage.module.css';

const emptyForm: ContactInput = { firstName: '', lastName: '', email: '', message: '' };
const resolver = yupResolver(contactInput);

/** The contact form. It calls no server; the values are logged, and the page says so. */
export default function ContactPage() {
  const [isLogged, setIsLogged] = useState(false);

  const log = (values: ContactInput) => {
    console.log(values);
    setIsLogged(true);
  };

  return (
    <div className={styles.panel}>
      <PageTitle title="Contact Us" />
      {isLogged ? <Logged onAgain={() => setIsLogged(false)} /> : <ContactForm onSend={log} />}
    </div>
  );
}

function ContactForm({ onSend }: { onSend: (values: ContactInput) => void }) {
  const form = useForm({ resolver, defaultValues: emptyForm, mode: 'onTouched' });
  const { errors } = form.formState;
  return (
    <>
      <p className={styles.lead}>{message.contactReachesNobody}</p>
      <form className={styles.form} onSubmit={form.handleSubmit(onSend)} noValidate>
        <div className={styles.names}>
          <Field
            {...form.register('firstName')}
            label={contactLabels.firstName}
            autoComplete="given-name"
            error={errors.firstName?.message}
            required
          />
          <Field
            {...form.register('lastName')}
            label={contactLabels.lastName}
            autoComplete="family-name"
            error={errors.lastName?.message}
            required
          />
        </div>
        <Field
          {...form.register('email')}
          label={contactLabels.email}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          required
        />
        <TextArea
          {...form.register('message')}
          label={contactLabels.message}
          rows={6}
          error={errors.message?.message}
          required
        />
        <Button type="submit" variant="primary" size="large" wide>
          Send
        </Button>
      </form>
    </>
  );
}

/** What takes the place of the form: the eye and the focus go there. */
function Logged({ onAgain }: { onAgain: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} className={styles.logged} role="status" tabIndex={-1}>
      <Notice
        icon="alert"
        title={message.contactLogged}
        actions={<Button onClick={onAgain}>Write another message</Button>}
      >
        {message.contactLoggedWhere}
      </Notice>
    </div>
  );
}
