import type { AppState } from '../../shared/ipc/index.ts';

export type Screen = 'start' | 'lock' | 'frame';

/**
 * Which screen the state asks for. While the vault starts the screen stays: a wrong passphrase must not flash the frame.
 * The start screen stays until its last step is done, although there is a profile by then.
 */
export function nextScreen(before: Screen | null, app: AppState): Screen {
  if (before === 'start' || app.profile === null) return 'start';
  if (app.vault.state === 'locked') return 'lock';
  if (app.vault.state === 'starting') return before ?? 'frame';
  if (app.vault.state === 'failed') return before ?? (app.vault.needsPassphrase ? 'lock' : 'frame');
  return 'frame';
}
