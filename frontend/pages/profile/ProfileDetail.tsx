import type { Snapshot } from 'valtio';
import type { UserView } from '#contract/users.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { Button } from '../../components/Button.tsx';
import { genderName } from '../../components/forms/genderName.ts';
import styles from './ProfilePage.module.css';

type ProfileDetailProps = {
  user: Snapshot<UserView>;
  onStart: (task: ProfileTask) => void;
};

export type ProfileTask = 'edit' | 'password';

/** The id of the button that starts a task. */
export function startOf(task: ProfileTask): string {
  return `start-${task}`;
}

const pictureNotes: Partial<Record<UserView['avatarState'], string>> = {
  processing: 'Your picture is being processed',
  failed: "We couldn't process this picture. Try another.",
};

/** The user's details, and buttons to edit them. */
export function ProfileDetail({ user, onStart }: ProfileDetailProps) {
  const edit = () => onStart('edit');

  return (
    <>
      <div className="cluster gap-4">
        {/* A user stored by an older version has no widths. */}
        <Avatar avatar={user.avatar} avatarWidths={user.avatarWidths ?? []} />
        <div className="grow">
          <p className={`bold breaks ${styles.username}`}>{user.username}</p>
          <p className="soft breaks">{breakBeforeAt(user.email)}</p>
          <p className="soft text-note" role="status">
            {pictureNotes[user.avatarState]}
          </p>
        </div>
        <Button id={startOf('edit')} className={styles.edit} onClick={edit}>
          Edit profile
        </Button>
      </div>
      <dl className={styles.facts}>
        <Fact name="First name" value={user.firstName} onAdd={edit} />
        <Fact name="Last name" value={user.lastName} onAdd={edit} />
        <Fact name="Gender" value={genderName(user.gender)} onAdd={edit} />
        <Fact name="City" value={user.city} onAdd={edit} />
        <Fact name="Address" value={user.address} onAdd={edit} />
        <Fact name="Post code" value={user.postCode} onAdd={edit} />
        <Fact name="Phone number" value={user.phoneNumber} onAdd={edit} />
        <div>
          <dt className="soft text-note">Password</dt>
          <dd>
            <Button id={startOf('password')} variant="quiet" size="small" onClick={() => onStart('password')}>
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
      <dt className="soft text-note">{name}</dt>
      <dd className="breaks">
        {value ? (
          <bdi>{value}</bdi>
        ) : (
          <Button variant="quiet" size="small" className="soft" onClick={onAdd}>
            Add<span className="visually-hidden">{` ${name.toLowerCase()}`}</span>
          </Button>
        )}
      </dd>
    </div>
  );
}
