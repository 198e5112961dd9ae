import type { ReactNode } from 'react';
import { m } from '#messages';
import { contact } from '../../texts/contact.ts';
import styles from './Reach.module.css';

const { email, phone, company, address } = contact;

/** The shop's contact details, as far as its operator has set them. */
export function Reach() {
  if (!email && !phone && !company && !address) return null;
  return (
    <dl className={styles.ways}>
      {email && (
        <Way name={m.contact.email()}>
          <a href={`mailto:${email}`}>{email}</a>
        </Way>
      )}
      {phone && (
        <Way name={m.contact.phone()}>
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
        </Way>
      )}
      {company && (
        <Way name={m.contact.company()} wide>
          <bdi>{company}</bdi>
        </Way>
      )}
      {address && (
        <Way name={m.contact.address()} wide>
          <bdi>{address}</bdi>
        </Way>
      )}
    </dl>
  );
}

type WayProps = { name: string; wide?: boolean; children: ReactNode };

function Way({ name, wide = false, children }: WayProps) {
  return (
    <div className={wide ? styles.wide : undefined}>
      <dt className="soft text-note">{name}</dt>
      <dd className="breaks">{children}</dd>
    </div>
  );
}
