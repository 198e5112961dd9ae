import { useLayoutEffect, useState } from 'react';
import { m } from '#messages';
import { Icon } from '../../../components/Icon.tsx';
import { lazyPart } from '../../../components/lazyPart.tsx';
import styles from './PaletteButton.module.css';

const Palette = lazyPart(() => import('./Palette.tsx'), null, m.feedback.searchFailed);

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the palette, as does Ctrl K, or ⌘K on Apple's devices, where Ctrl K edits text. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);

  // Before the button shows: anyone who sees it may press the shortcut.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isHeld = isApple ? event.metaKey : event.ctrlKey;
      const isShortcut = isHeld && !event.altKey && event.key.toLowerCase() === 'k';
      if (!isShortcut) return;
      // The browser's own shortcut goes to its address bar.
      event.preventDefault();
      // Another dialog asks something first.
      if (!document.querySelector('dialog[open]')) setIsOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  return (
    <>
      <button
        type="button"
        className={`row gap-2 soft text-note ${styles.button}`}
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="search" size={18} />
        <span>{m.palette.goTo()}</span>
        <kbd className={`text-small ${styles.shortcut}`}>{isApple ? '⌘K' : m.palette.shortcut()}</kbd>
      </button>
      {isOpen && <Palette onClose={() => setIsOpen(false)} />}
    </>
  );
}
