import { useEffect, useRef } from 'react';
import type { Snapshot } from 'valtio';
import type { UserView } from '#contract/users.ts';
import { Button } from '../../components/Button.tsx';
import { genderNames } from '../../components/genderNames.ts';
import { Avatar } from './Avatar.tsx';
import styles from './ProfileDetail.module.css';

type ProfileDetailProps = {
  user: Snapshot<UserView>;
  onBegin: (task: 'edit' | 'password') => void;
  /** Whose button gets the focus: what the person has just come back from. */
  focusOn: 'edit' | 'password' | null;
};

/** What the shop knows of the user, and the ways to change it. */
export function ProfileDetail({ user, onBegin, focusOn }: ProfileDetailProps) {
  const buttons = { edit: useRef<HTMLButtonElement>(null), password: useRef<HTMLButtonElement>(null) };
  const toFocus = focusOn && buttons[focusOn];

  useEffect(() => {
    toFocus?.current?.focus();
  }, [toFocus]);

  return (
    <>
      <div className={styles.head}>
        {/* What an older visit has stored knows no widths. */}
        <Avatar avatar={user.avatar} avatarWidths={user.avatarWidths ?? []} />
        <div className={styles.who}>
          <p className={styles.username}>{user.username}</p>
          <p className={styles.email}>{breakBeforeAt(user.email)}</p>
          <p className={styles.picture} role="status">
            {user.avatarState === 'processing' && 'Your picture is being prepared'}
            {user.avatarState === 'failed' &&
              'Your picture could not be prepared. Please choose it again, or another one.'}
          </p>
        </div>
        <Button ref={buttons.edit} className={styles.edit} onClick={() => onBegin('edit')}>
          Edit profile
        </Button>
      </div>
      <dl className={styles.facts}>
        <Fact name="First name" value={user.firstName} />
        <Fact name="Last name" value={user.lastName} />
        <Fact name="Gender" value={genderNames[user.gender]} />
        <Fact name="City" value={user.city} />
        <Fact name="Address" value={user.address} />
        <Fact name="Post code" value={user.postCode} />
        <Fact name="Phone number" value={user.phoneNumber} />
        <div>
          <dt>Password</dt>
          <dd>
            <Button ref={buttons.password} size="small" onClick={() => onBegin('password')}>
              Change<span className="visually-hidden"> password</span>
            </Button>
          </dd>
        </div>
      </dl>
    </>
  );
}

/** A long email breaks where it is read best. */
function breakBeforeAt(email: string) {
  const [name, domain] = email.split('@');
  return (
    <>
      {name}
      <wbr />@{domain}
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={value ? undefined : styles.unset}>{value || 'Not set'}</dd>
    </div>
  );
}
