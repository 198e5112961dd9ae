import { currentCode, currentLanguage, m } from '#messages';
import { shop } from '../../../texts/shop.ts';
import { Icon } from '../../Icon.tsx';
import { LanguageLinks } from '../languages/LanguageLinks.tsx';
import { ENTRY, Menu } from './Menu.tsx';

/** The shop's languages on wide screens. */
export function LanguageMenu({ className }: { className?: string | undefined }) {
  if (shop.languages.length < 2) return null;
  const code = currentCode().toUpperCase();
  return (
    <Menu
      className={className}
      label={m.shell.language({ code, name: currentLanguage().name })}
      button={
        <>
          <span>{code}</span>
          <Icon name="chevronDown" size={16} />
        </>
      }
    >
      <LanguageLinks className={ENTRY} />
    </Menu>
  );
}
