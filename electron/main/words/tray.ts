import type { MenuItemConstructorOptions } from 'electron';
import type { AppState } from '../../../shared/ipc/index.ts';
import type { WaitingRow } from '../../../shared/model/index.ts';
import { visibleText } from '../../../shared/wire/index.ts';
import { counted, shortHeadline } from '../../../shared/words/index.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** Characters of a request in the menu. */
const MAXIMUM_HEADLINE = 72;

/** The state that the tray shows. It has names and amounts only by choice. */
export interface TrayState {
  /** Null before there is a profile. */
  readonly profile: string | null;
  readonly isUnlocked: boolean;
  /** The requests that wait for a vote. Null while the vault is locked. */
  readonly waiting: readonly Pick<WaitingRow, 'headline' | 'addresses' | 'expiresAt'>[] | null;
  /** True when the operator chose to see names and amounts outside the window. */
  readonly hasDetails: boolean;
  /** The time of the newest backup, null for never. Undefined when it is not known. */
  readonly lastBackupAt: AppState['backup']['lastAt'] | undefined;
  /** Started with `--offline`. */
  readonly isOffline: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface TrayActs {
  readonly openWindow: () => void;
  readonly openInbox: () => void;
  readonly openSearch: () => void;
  readonly openBackup: () => void;
  readonly lock: () => void;
  readonly quit: () => void;
}

const stateOf = ({ profile, isUnlocked }: TrayState) =>
  profile === null ? 'Castellan' : `${profile}, ${isUnlocked ? 'unlocked' : 'locked'}`;
const votesOf = (waiting: number) => `${counted(waiting, 'request waits', 'requests wait')} for your vote`;

/** Returns the tooltip of the tray icon. */
export function trayTooltip(state: TrayState): string {
  const waiting = state.waiting?.length ?? 0;
  return waiting === 0 ? `Castellan: ${stateOf(state)}` : `Castellan: ${votesOf(waiting)}`;
}

/** Returns the menu of the tray icon. It opens the window, locks and quits, and approves nothing. */
export function trayTemplate(state: TrayState, acts: TrayActs): MenuItemConstructorOptions[] {
  const { isUnlocked, waiting, lastBackupAt, isOffline, now } = state;
  const first = firstOf(state);
  const facts: MenuItemConstructorOptions[] = [
    ...(lastBackupAt === undefined ? [] : [{ label: backupWords(lastBackupAt, now), click: acts.openBackup }]),
    ...(isOffline ? [{ label: 'Network off', enabled: false }] : []),
  ];
  return [
    { label: inMenu(stateOf(state)), enabled: false },
    ...(waiting === null || waiting.length === 0 ? [] : [{ label: votesOf(waiting.length), click: acts.openInbox }]),
    ...(first === null ? [] : [{ label: inMenu(first), click: acts.openInbox }]),
    { type: 'separator' },
    { label: 'Open Castellan', click: acts.openWindow },
    ...(isUnlocked
      ? [
          { label: 'Search…', click: acts.openSearch },
          { label: 'Lock vault', click: acts.lock },
        ]
      : [{ label: 'Unlock…', click: acts.openWindow }]),
    ...(facts.length === 0 ? [] : [{ type: 'separator' } as const, ...facts]),
    { type: 'separator' },
    { label: 'Quit Castellan', click: acts.quit },
  ];
}

/** A menu underlines the character after a single ampersand. */
const inMenu = (text: string) => text.replaceAll('&', '&&');

/** Describes the request that ends first: "Send 40 ETH to Kraken deposit, ends in 9 h". Null without one that ends. */
function firstOf({ waiting, hasDetails, now }: TrayState): string | null {
  const ending = (waiting ?? []).filter(({ expiresAt }) => expiresAt !== null && expiresAt > now);
  const [first] = ending.toSorted((one, other) => (one.expiresAt ?? 0) - (other.expiresAt ?? 0));
  if (first === undefined) return null;
  const left = (first.expiresAt ?? now) - now;
  const end = left < HOUR ? `${Math.max(1, Math.floor(left / 60_000))} min` : `${Math.floor(left / HOUR)} h`;
  if (!hasDetails) return `${waiting?.length === 1 ? 'It' : 'The first'} ends in ${end}`;
  const headline = visibleText(shortHeadline(first.headline, new Set(first.addresses)), false);
  return `${headline.length > MAXIMUM_HEADLINE ? `${headline.slice(0, MAXIMUM_HEADLINE)}…` : headline}, ends in ${end}`;
}

function backupWords(at: number | null, now: number): string {
  if (at === null) return 'No backup yet';
  const days = Math.floor((now - at) / DAY);
  return days <= 0 ? 'Last backup today' : `Last backup ${counted(days, 'day', 'days')} ago`;
}
