import type { Snapshot } from 'valtio';
import type { UserView } from '#contract/users/users.ts';
import { m } from '#messages';
import { Avatar } from '../../components/Avatar.tsx';
import { Button } from '../../components/Button.tsx';
import { genderName } from '../../components/forms/genderName.ts';
import { hidden, Sentence } from '../../components/Sentence.tsx';
import { shop } from '../../texts/shop.ts';
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

const pictureNotes: Partial<Record<UserView['avatarState'], () => string>> = {
  processing: m.profile.pictureProcessing,
  failed: m.profile.pictureFailed,
};

/** The user's details, and buttons to edit them. */
export function ProfileDetail({ user, onStart }: ProfileDetailProps) {
  const edit = () => onStart('edit');
  const language = shop.languages.find(({ code }) => code === user.language) ?? shop.languages[0];

  return (
    <>
      <div className="cluster gap-4">
        {/* A user stored by an older version has no widths. */}
        <Avatar avatar={user.avatar} avatarWidths={user.avatarWidths ?? []} />
        <div className="grow">
          <p className={`bold breaks ${styles.username}`}>{user.username}</p>
          <p className="soft breaks">{breakBeforeAt(user.email)}</p>
          <p className="soft text-note" role="status">
            {pictureNotes[user.avatarState]?.()}
          </p>
        </div>
        <Button id={startOf('edit')} className={styles.edit} onClick={edit}>
          {m.profile.edit()}
        </Button>
      </div>
      <dl className={styles.facts}>
        <Fact name={m.forms.firstName()} value={user.firstName} add={m.profile.addFirstName()} onAdd={edit} />
        <Fact name={m.forms.lastName()} value={user.lastName} add={m.profile.addLastName()} onAdd={edit} />
        <Fact name={m.forms.gender()} value={genderName(user.gender)} add={m.profile.addGender()} onAdd={edit} />
        <Fact name={m.forms.city()} value={user.city} add={m.profile.addCity()} onAdd={edit} />
        <Fact name={m.forms.address()} value={user.address} add={m.profile.addAddress()} onAdd={edit} />
        <Fact name={m.forms.postCode()} value={user.postCode} add={m.profile.addPostCode()} onAdd={edit} />
        <Fact name={m.forms.phoneNumber()} value={user.phoneNumber} add={m.profile.addPhoneNumber()} onAdd={edit} />
        {language && shop.languages.length > 1 && (
          <Fact name={m.profile.language()} value={language.name} add="" onAdd={edit} />
        )}
        <div>
          <dt className="soft text-note">{m.common.password()}</dt>
          <dd>
            <Button id={startOf('password')} variant="quiet" size="small" onClick={() => onStart('password')}>
              <Sentence of={m.profile.changePasswordShort()} parts={{ hidden }} />
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

/** @param props.add the label of the button without a value */
function Fact({ name, value, add, onAdd }: { name: string; value: string; add: string; onAdd: () => void }) {
  return (
    <div>
      <dt className="soft text-note">{name}</dt>
      <dd className="breaks">
        {value ? (
          <bdi>{value}</bdi>
        ) : (
          <Button variant="quiet" size="small" className="soft" onClick={onAdd}>
            <Sentence of={add} parts={{ hidden }} />
          </Button>
        )}
      </dd>
    </div>
  );
}
