import type { ReactNode } from 'react';
import { m } from '#messages';
import { contact } from '../../texts/contact.ts';
import styles from './Reach.module.css';

const { email, phone, address } = contact;

/** The shop's contact details, as far as its operator has set them. */
export function Reach() {
  if (!email && !phone && !address) return null;
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
      {address && (
        <Way name={m.contact.address()}>
          <bdi>{address}</bdi>
        </Way>
      )}
    </dl>
  );
}

function Way({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="soft text-note">{name}</dt>
      <dd className="breaks">{children}</dd>
    </div>
  );
}
