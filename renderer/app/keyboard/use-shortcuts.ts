import { useEffect } from 'react';
import { FOCUS_SEARCH } from '../../parts/search-field.tsx';
import { usePreferences } from '../../state/preferences.ts';
import { go, openDialog, type Place, useRoute } from '../../state/route.ts';
import { useSession } from '../../state/session.ts';
import { accountsRefresh, activitiesRefresh } from '../../state/work.ts';
import { lockVault } from '../rail.tsx';
import { type ShortcutId, shortcutFor } from './shortcuts.ts';

const TEXT_FIELDS = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';

/** Presses the main button of what is on top: an open dialog before the place under it. */
function act(): void {
  const top = document.querySelector<HTMLElement>('dialog[open]') ?? document;
  [...top.querySelectorAll<HTMLElement>('[data-act="true"]')].at(-1)?.click();
}

/** Carries out a shortcut that works everywhere. Gives false when it means nothing here, so that the key stays a key. */
function run(id: ShortcutId): boolean {
  const { place, dialog } = useRoute.getState();
  if (id === 'act') act();
  else if (id === 'palette') openDialog({ name: 'palette' });
  else if (dialog !== null) return false;
  else if (id === 'search' || id === 'find') window.dispatchEvent(new Event(FOCUS_SEARCH));
  else if (id === 'refresh') {
    if (place === 'accounts') void accountsRefresh.start({});
    else if (place === 'activities') void activitiesRefresh.start({});
  } else if (id === 'create-wallet') openDialog({ name: 'create-wallet' });
  else if (id === 'shortcuts') openDialog({ name: 'shortcuts' });
  else if (id === 'lock') lockVault();
  else if (id.startsWith('go:')) go(id.slice(3) as Place);
  return true;
}

/** Listens for the window's shortcuts while the frame is shown. An open dialog keeps its keys, but for the palette and the main act. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const id = shortcutFor(event, {
        platform: useSession.getState().app?.platform ?? '',
        typing: event.target instanceof Element && event.target.matches(TEXT_FIELDS),
        singleKeys: usePreferences.getState().singleKeys,
      });
      if (id !== null && run(id)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
