import { useEffect, useRef } from 'react';
import type { Snapshot } from 'valtio';
import type { UserView } from '#contract/users.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { Button } from '../../components/Button.tsx';
import { genderNames } from '../../components/forms/genderNames.ts';
import styles from './ProfileDetail.module.css';

type ProfileDetailProps = {
  user: Snapshot<UserView>;
  onStart: (task: 'edit' | 'password') => void;
  /** The form that just closed; its button gets the focus. */
  focusOn: 'edit' | 'password' | null;
};

const pictureNotes: Partial<Record<UserView['avatarState'], string>> = {
  processing: 'Your picture is being processed',
  failed: "We couldn't process this picture. Try another.",
};

/** The user's details, and buttons to edit them. */
export function ProfileDetail({ user, onStart, focusOn }: ProfileDetailProps) {
  const buttons = { edit: useRef<HTMLButtonElement>(null), password: useRef<HTMLButtonElement>(null) };
  const toFocus = focusOn && buttons[focusOn];

  const edit = () => onStart('edit');

  useEffect(() => {
    toFocus?.current?.focus();
  }, [toFocus]);

  return (
    <>
      <div className={styles.head}>
        {/* A user stored by an older version has no widths. */}
        <Avatar avatar={user.avatar} avatarWidths={user.avatarWidths ?? []} />
        <div className="grow">
          <p className={styles.username}>{user.username}</p>
          <p className="soft breaks">{breakBeforeAt(user.email)}</p>
          <p className="soft text-note" role="status">
            {pictureNotes[user.avatarState]}
          </p>
        </div>
        <Button ref={buttons.edit} className={styles.edit} onClick={edit}>
          Edit profile
        </Button>
      </div>
      <dl className={styles.facts}>
        <Fact name="First name" value={user.firstName} onAdd={edit} />
        <Fact name="Last name" value={user.lastName} onAdd={edit} />
        <Fact name="Gender" value={genderNames[user.gender]} onAdd={edit} />
        <Fact name="City" value={user.city} onAdd={edit} />
        <Fact name="Address" value={user.address} onAdd={edit} />
        <Fact name="Post code" value={user.postCode} onAdd={edit} />
        <Fact name="Phone number" value={user.phoneNumber} onAdd={edit} />
        <div>
          <dt>Password</dt>
          <dd>
            <Button ref={buttons.password} size="small" onClick={() => onStart('password')}>
              Change<span className="visually-hidden"> password</span>
            </Button>
          </dd>
        </div>
      </dl>
    </>
  );
}

/** Lets a long email break before its @. */
function breakBeforeAt(email: string) {
  const [name, domain] = email.split('@');
  return (
    <>
      <span>{name}</span>
      <wbr />
      <span>{`@${domain}`}</span>
    </>
  );
}

function Fact({ name, value, onAdd }: { name: string; value: string; onAdd: () => void }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value || (
          <Button variant="quiet" size="small" className={styles.unset} onClick={onAdd}>
            Add<span className="visually-hidden">{` ${name.toLowerCase()}`}</span>
          </Button>
        )}
      </dd>
    </div>
  );
}
