import { useEffect } from 'react';
import type { Destination, Opened } from '../../shared/ipc/index.ts';
import { call, on } from '../bridge.ts';
import { sayProblem } from '../parts/problem.tsx';
import { ACCOUNTS_SECTION_NAMES } from '../state/accounts-sections.ts';
import { SECTION_NAMES } from '../state/organization-sections.ts';
import { go, openDialog, showAccountsSection, showSection, showWebhooks, useRoute } from '../state/route.ts';
import { useAsking, useSession } from '../state/session.ts';
import { SETTINGS_SECTIONS } from '../state/settings-sections.ts';
import { say } from '../ui/toasts.tsx';
import { PLACES } from './places.tsx';

/** Shows the item of a place. Returns false for a section that does not exist. */
function showItem({ place, item }: Destination): boolean {
  if (item === null) return true;
  if (place === 'webhooks' && item === 'bench') return showIt(() => showWebhooks('bench'));
  if (place === 'organization' && item === 'ending-keys')
    return showIt(() => showSection('keys', 'ends:within-30-days '));
  const listed = ACCOUNTS_SECTION_NAMES.find((name) => name === item);
  if (place === 'accounts' && listed !== undefined) return showIt(() => showAccountsSection(listed));
  const section = SECTION_NAMES.find((name) => name === item);
  if (place === 'organization' && section !== undefined) return showIt(() => showSection(section));
  const names: readonly string[] = Object.values(SETTINGS_SECTIONS).flat();
  const named = names.map((name) => name.toLowerCase()).find((name) => name.replaceAll(' ', '-') === item);
  if (place === 'settings' && named !== undefined) return showIt(() => go('settings', { section: named }));
  return place === 'activities';
}

function showIt(show: () => void): true {
  show();
  return true;
}

/** Goes to the place, and reports what a link opened or why it was refused. The text of a link is never shown. */
export function showOpened({ from, destination, isSearch, refusal }: Opened): void {
  if (isSearch) {
    openDialog({ name: 'palette' });
    return;
  }
  if (destination === null) {
    say(`A link was refused, because ${refusal}. Nothing was opened.`, 'danger');
    return;
  }
  const { place, item } = destination;
  const { label } = PLACES[place];
  go(place, place === 'activities' ? { activityId: item } : {});
  if (!showItem(destination)) say(`A link opened ${label}. It named a section that does not exist.`);
  else if (from === 'link') say(`A link opened ${label}.`);
}

/**
 * Follows links, notifications and the tray. Waits while a dialog is open or the operator is asked, so that a link from
 * outside can withdraw no question and close no form.
 */
export function useOpened(): void {
  const isBusy = useRoute((route) => route.dialog !== null);
  const isAsking = useAsking();
  useEffect(() => {
    if (isBusy || isAsking) return undefined;
    const take = () => {
      call('app.takeOpened', {}).then(({ opened }) => opened !== null && showOpened(opened), sayProblem);
    };
    take();
    return on('app.opened', take);
  }, [isBusy, isAsking]);
}

/** True once this run reported its new version. */
let isVersionReported = false;

/** Reports another version than before, once, in its first run. */
export function useVersionReport(): void {
  const updatedFrom = useSession((session) => session.app?.updatedFrom ?? null);
  const returnedFrom = useSession((session) => session.app?.returnedFrom ?? null);
  const version = useSession((session) => session.app?.version ?? '');
  useEffect(() => {
    if (isVersionReported || (updatedFrom === null && returnedFrom === null)) return;
    isVersionReported = true;
    say(
      updatedFrom === null
        ? `This is Castellan ${version}. The newer version ${returnedFrom} ran here before.`
        : `Castellan was updated from ${updatedFrom} to ${version}. Settings, About shows what’s new.`,
    );
  }, [updatedFrom, returnedFrom, version]);
}
