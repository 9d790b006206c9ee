import type { ListView, Preferences } from '../../shared/ipc/index.ts';
import { call } from '../bridge.ts';
import { useSession } from './session.ts';

type KeyPress = Pick<KeyboardEvent, 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Used until main has answered, while nothing is visible. */
const DEFAULTS: Preferences = {
  language: 'en',
  theme: 'system',
  rows: 'comfortable',
  singleKeys: true,
  lists: {},
  dailyUpdateCheck: false,
  recentOperations: [],
  notices: { votes: true, requests: true, keys: true, backups: true, details: false },
};

/** The preferences for the window's appearance and behaviour, kept by main. */
export const preferences = (): Preferences => useSession.getState().app?.preferences ?? DEFAULTS;

/** The same as a React hook. */
export const usePreferences = (): Preferences => useSession(({ app }) => app?.preferences ?? DEFAULTS);

/** Returns true for a first press of a key without a modifier, if the operator allows such shortcuts. */
export const isSingleKey = ({ repeat, ctrlKey, metaKey, altKey }: KeyPress): boolean =>
  !repeat && !ctrlKey && !metaKey && !altKey && preferences().singleKeys;

/** Makes a change at once, and has main save it. */
export async function setPreferences(change: Partial<Preferences>): Promise<void> {
  const next = { ...preferences(), ...change };
  useSession.setState(({ app }) => ({ app: app === null ? null : { ...app, preferences: next } }));
  await call('app.setPreferences', next);
}

const AS_DECLARED: ListView = { hidden: [], order: null };

/** The columns and the order of a list, by the name of its layout. */
export const useListView = (layout: string): ListView => usePreferences().lists[layout] ?? AS_DECLARED;

/** Has main keep a list's columns and order. */
export function setListView(layout: string, change: Partial<ListView>): Promise<void> {
  const { lists } = preferences();
  return setPreferences({ lists: { ...lists, [layout]: { ...(lists[layout] ?? AS_DECLARED), ...change } } });
}
