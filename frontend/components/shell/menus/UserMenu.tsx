import type { Snapshot } from 'valtio';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import type { UserView } from '#contract/users/users.ts';
import { m } from '#messages';
import { isStaff, logOut } from '../../../stores/session.ts';
import { Avatar } from '../../Avatar.tsx';
import { Icon } from '../../Icon.tsx';
import { Menu, MenuAction, MenuLink } from './Menu.tsx';
import styles from './UserMenu.module.css';

type MenuUser = Snapshot<Pick<UserView, 'username' | 'role' | 'avatar' | 'avatarWidths'>>;

/** The user's menu. Users stored by an older version may lack the avatar. */
export function UserMenu({ user }: { user: MenuUser }) {
  return (
    <Menu
      button={
        <>
          <Avatar avatar={user.avatar ?? ''} avatarWidths={user.avatarWidths ?? []} small />
          <span className={`ellipsis ${styles.username}`} dir="auto">
            {user.username}
          </span>
          <span className={styles.arrow}>
            <Icon name="chevronDown" size={16} />
          </span>
        </>
      }
    >
      <li className={`soft text-note breaks ${styles.name}`}>{user.username}</li>
      <MenuLink href={pagePatterns.profile}>{m.shell.profile()}</MenuLink>
      {isStaff(user) && <MenuLink href={pagePatterns.statistics}>{m.shell.dashboard()}</MenuLink>}
      <MenuAction onPress={logOut}>{m.shell.logout()}</MenuAction>
    </Menu>
  );
}
