import { useId } from 'react';
import { Link } from 'wouter';
import type { UserView } from '#contract/users.ts';
import { logOut } from '../stores/session.ts';
import { Icon } from './Icon.tsx';
import styles from './UserMenu.module.css';
import { useDisclosure } from './useDisclosure.ts';

/** The user's name, and below it what they can do with their account. */
export function UserMenu({ user }: { user: Pick<UserView, 'username' | 'role'> }) {
  const { open, setOpen, frame } = useDisclosure<HTMLDivElement>();
  const panelId = useId();
  return (
    <div className={styles.frame} {...frame}>
      <button
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        <Icon name="user" />
        <span className={styles.username}>{user.username}</span>
        <Icon name="chevronDown" size={16} />
      </button>
      <ul id={panelId} className={styles.panel} hidden={!open}>
        <li className={styles.name}>{user.username}</li>
        <li>
          <Link href="/profile" className={styles.entry}>
            Profile
          </Link>
        </li>
        {user.role === 'admin' && (
          <li>
            <Link href="/dashboard" className={styles.entry}>
              Dashboard
            </Link>
          </li>
        )}
        <li>
          <button type="button" className={styles.entry} onClick={() => logOut()}>
            Logout
          </button>
        </li>
      </ul>
    </div>
  );
}
