import { chooseTheme, useTheme } from '../stores/theme.ts';
import { Icon } from './Icon.tsx';
import { Menu, MenuAction, MenuLink } from './Menu.tsx';

type PageMenuProps = {
  pages: readonly { href: string; name: string }[];
  className?: string;
};

/** The phone menu: the page links and the theme, which don't fit the header. */
export function PageMenu({ pages, className }: PageMenuProps) {
  const other = useTheme() === 'dark' ? 'light' : 'dark';
  return (
    <Menu button={<Icon name="menu" size={22} />} label="Menu" className={className}>
      {pages.map(({ href, name }) => (
        <MenuLink key={href} href={href}>
          {name}
        </MenuLink>
      ))}
      <MenuAction onPress={() => chooseTheme(other)}>
        Switch to {other} theme
        <Icon name={other === 'dark' ? 'moon' : 'sun'} />
      </MenuAction>
    </Menu>
  );
}
