import { useEffect } from 'react';
import { preferences } from '../../state/preferences.ts';
import { go, openDialog, useRoute } from '../../state/route.ts';
import { useSession } from '../../state/session.ts';
import { PLACE_NAMES, PLACES } from '../places.tsx';
import { lockVault } from '../rail.tsx';
import { movePane } from './panes.ts';
import { type ShortcutId, shortcutFor } from './shortcuts.ts';

const TEXT_FIELDS = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';

/** Presses the primary button of the topmost layer: an open dialog, else the place. */
function act(): void {
  const top = document.querySelector<HTMLElement>('dialog[open]') ?? document;
  [...top.querySelectorAll<HTMLElement>('[data-act="true"]')].findLast((button) => button.checkVisibility())?.click();
}

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('input[type="search"]');
  field?.focus();
  field?.select();
}

/**
 * Runs a shortcut that works everywhere. Returns false when it has no effect here, so that the key is handled normally.
 */
function run(id: ShortcutId): boolean {
  const { place, dialog } = useRoute.getState();
  if (id === 'act') act();
  else if (id === 'palette') openDialog({ name: 'palette' });
  else if (id === 'lock') lockVault();
  else if (dialog !== null) return false;
  else if (id === 'search' || id === 'find') focusSearch();
  else if (id === 'refresh') void (place === 'connect' || PLACES[place].refresh?.start({}));
  else if (id === 'create-wallet' || id === 'shortcuts') openDialog({ name: id });
  else for (const name of PLACE_NAMES) if (id === `go:${name}`) go(name);
  return true;
}

/**
 * Listens for the window's shortcuts while the frame is shown. An open dialog keeps its keys, except for the palette,
 * the lock and the primary action.
 */
export function useShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (event.key === 'F6' && useRoute.getState().dialog === null) {
        event.preventDefault();
        movePane(event.shiftKey ? -1 : 1);
        return;
      }
      if (event.key === 'F1' && useRoute.getState().dialog === null) {
        event.preventDefault();
        openDialog({ name: 'help' });
        return;
      }
      const id = shortcutFor(event, {
        platform: useSession.getState().app?.platform ?? '',
        typing: event.target instanceof Element && event.target.matches(TEXT_FIELDS),
        singleKeys: preferences().singleKeys,
      });
      // A key that is held down acts once.
      if (id !== null && (event.repeat || run(id))) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
