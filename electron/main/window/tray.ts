import type { MenuItemConstructorOptions } from 'electron';
import { counted } from '../../../shared/words/index.ts';

/** The state that the tray shows. It has no amounts and no addresses. */
export interface TrayState {
  /** Null before there is a profile. */
  readonly profile: string | null;
  readonly isUnlocked: boolean;
  /** The number of votes that wait. Null while the vault is locked. */
  readonly waiting: number | null;
}

export interface TrayActs {
  readonly openWindow: () => void;
  readonly openInbox: () => void;
  readonly lock: () => void;
  readonly quit: () => void;
}

const stateOf = ({ profile, isUnlocked }: TrayState) =>
  profile === null ? 'Castellan' : `${profile}, ${isUnlocked ? 'unlocked' : 'locked'}`;
const votesOf = (waiting: number) => `${counted(waiting, 'request waits', 'requests wait')} for your vote`;

/** Returns the tooltip of the tray icon. */
export function trayTooltip(state: TrayState): string {
  const { waiting } = state;
  return waiting === null || waiting === 0 ? `Castellan: ${stateOf(state)}` : `Castellan: ${votesOf(waiting)}`;
}

/** Returns the menu of the tray icon. It opens the window, locks and quits, and approves nothing. */
export function trayTemplate(state: TrayState, acts: TrayActs): MenuItemConstructorOptions[] {
  const { isUnlocked, waiting } = state;
  return [
    { label: stateOf(state), enabled: false },
    ...(waiting === null || waiting === 0 ? [] : [{ label: votesOf(waiting), click: acts.openInbox }]),
    { type: 'separator' },
    { label: 'Open Castellan', click: acts.openWindow },
    ...(isUnlocked ? [{ label: 'Lock vault', click: acts.lock }] : [{ label: 'Unlock…', click: acts.openWindow }]),
    { type: 'separator' },
    { label: 'Quit Castellan', click: acts.quit },
  ];
}
