import { pagePatterns } from '#contract/page-addresses.ts';
import type { UserView } from '#contract/users.ts';
import { logOut } from '../stores/session.ts';
import { Icon } from './Icon.tsx';
import { Menu, MenuAction, MenuLink } from './Menu.tsx';
import styles from './UserMenu.module.css';

/** The user's name, and below it what they can do with their account. */
export function UserMenu({ user }: { user: Pick<UserView, 'username' | 'role'> }) {
  return (
    <Menu
      button={
        <>
          <Icon name="user" />
          <span className={styles.username}>{user.username}</span>
          <span className={styles.arrow}>
            <Icon name="chevronDown" size={16} />
          </span>
        </>
      }
    >
      <li className={styles.name}>{user.username}</li>
      <MenuLink href={pagePatterns.profile}>Profile</MenuLink>
      {user.role === 'admin' && <MenuLink href={pagePatterns.statistics}>Dashboard</MenuLink>}
      <MenuAction onPress={logOut}>Logout</MenuAction>
    </Menu>
  );
}
