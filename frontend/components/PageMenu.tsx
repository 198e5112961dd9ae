import { useState } from 'react';
import { chooseTheme, useTheme } from '../stores/theme.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Icon } from './Icon.tsx';
import { lazyPart } from './lazyPart.tsx';
import { Menu, MenuAction, MenuLink } from './Menu.tsx';
import styles from './PageMenu.module.css';
import { useDisclosure } from './useDisclosure.ts';

const CategorySheet = lazyPart(() => import('./CategorySheet.tsx'), null);

export type PageEntry = { href: string; name: string };

type PageMenuProps = {
  home: PageEntry;
  contact: PageEntry;
  className?: string;
};

/** The phone menu: the page links, the categories and the theme, which don't fit the header. */
export function PageMenu({ home, contact, className }: PageMenuProps) {
  const other = useTheme() === 'dark' ? 'light' : 'dark';
  const { open, setOpen, frame } = useDisclosure<HTMLDivElement>();
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <>
      <Menu button={<Icon name="menu" size={22} />} label="Menu" className={className}>
        <MenuLink href={home.href}>{home.name}</MenuLink>
        <MenuAction
          closes
          onPress={() => {
            setWasOpened(true);
            setOpen(true);
          }}
        >
          Categories
        </MenuAction>
        <MenuLink href={contact.href}>{contact.name}</MenuLink>
        <MenuAction onPress={() => chooseTheme(other)}>
          Switch to {other} theme
          <Icon name={other === 'dark' ? 'moon' : 'sun'} />
        </MenuAction>
      </Menu>
      <div className={styles.sheet} {...frame}>
        {wasOpened && (
          <ErrorBoundary part="the categories">
            <CategorySheet open={open} onClose={() => setOpen(false)} />
          </ErrorBoundary>
        )}
      </div>
    </>
  );
}
