import type { Place } from '../../state/route.ts';
import { PLACE_NAMES, PLACES } from '../places.tsx';

export type ShortcutId =
  | 'palette'
  | 'search'
  | 'act'
  | 'refresh'
  | 'create-wallet'
  | 'copy-address'
  | 'receive'
  | 'send-from'
  | 'lock'
  | 'shortcuts'
  | 'find'
  | `go:${Place}`;

export interface Shortcut {
  readonly id: ShortcutId;
  readonly label: string;
  /** A key with the platform's main modifier (Control, Command), or a single key. */
  readonly key: string;
  readonly modifier: boolean;
  readonly group: 'Everywhere' | 'Places' | 'Lists';
  /** True when the focused control handles the shortcut. The entry then only documents it. */
  readonly local?: boolean;
}

/** Every shortcut of the window, once: the handler, the command palette and the sheet all read it. */
export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'palette', label: 'Search or run a command', key: 'k', modifier: true, group: 'Everywhere' },
  { id: 'act', label: 'Primary action', key: 'Enter', modifier: true, group: 'Everywhere' },
  { id: 'create-wallet', label: 'Create wallet', key: 'n', modifier: true, group: 'Everywhere' },
  { id: 'lock', label: 'Lock vault', key: 'l', modifier: true, group: 'Everywhere' },
  { id: 'shortcuts', label: 'Show these shortcuts', key: '?', modifier: false, group: 'Everywhere' },
  ...PLACE_NAMES.map((place): Shortcut => {
    const { label, key } = PLACES[place];
    return { id: `go:${place}`, label, key, modifier: true, group: 'Places' };
  }),
  { id: 'search', label: 'Search the list', key: '/', modifier: false, group: 'Lists' },
  { id: 'find', label: 'Search the list, while typing too', key: 'f', modifier: true, group: 'Lists' },
  { id: 'refresh', label: 'Refresh the list', key: 'r', modifier: true, group: 'Lists' },
  { id: 'copy-address', label: 'Copy the address', key: 'c', modifier: true, group: 'Lists', local: true },
  { id: 'send-from', label: 'Send from the account', key: 's', modifier: false, group: 'Lists', local: true },
  { id: 'receive', label: 'Receive with the account', key: 'r', modifier: false, group: 'Lists', local: true },
];

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

export interface KeyContext {
  /** As `AppState.platform`: "darwin" uses Command, everything else Control. */
  readonly platform: string;
  /** The focus is in a field that takes text: single keys are text there. */
  readonly typing: boolean;
  /** The operator allows keys without a modifier. */
  readonly singleKeys: boolean;
}

/** The shortcut a key press means, or null. */
export function shortcutFor(press: KeyPress, context: KeyContext): ShortcutId | null {
  if (press.altKey) return null;
  const main = context.platform === 'darwin' ? press.metaKey : press.ctrlKey;
  const other = context.platform === 'darwin' ? press.ctrlKey : press.metaKey;
  if (other) return null;
  const found = SHORTCUTS.find(
    (shortcut) =>
      shortcut.local !== true && shortcut.modifier === main && shortcut.key.toLowerCase() === press.key.toLowerCase(),
  );
  if (found === undefined) return null;
  return found.modifier || (context.singleKeys && !context.typing) ? found.id : null;
}

const NAMES: Readonly<Record<string, string>> = { Enter: '↵' };

/** The keys of a shortcut as this platform writes them: ["Ctrl", "K"], ["⌘", "K"], ["/"]. */
export function keysOf(id: ShortcutId, platform: string): readonly string[] {
  const shortcut = SHORTCUTS.find((entry) => entry.id === id);
  if (shortcut === undefined) return [];
  const key = NAMES[shortcut.key] ?? shortcut.key.toUpperCase();
  return shortcut.modifier ? [platform === 'darwin' ? '⌘' : 'Ctrl', key] : [key];
}
