import { existsSync } from 'node:fs';
import { app } from 'electron';

/** The message from a second start to the running window. */
const LOCK = { castellan: 'lock' } as const;

/** The message of a second start with --offline, which a window with a network does not answer. */
export const OFFLINE = { castellan: 'offline' } as const;

const isMessage = (message: unknown, { castellan }: { readonly castellan: string }): message is object =>
  typeof message === 'object' && message !== null && 'castellan' in message && message.castellan === castellan;

/** Returns true when a second start asks for a window without a network. */
export const asksForOfflineWindow = (message: unknown): boolean => isMessage(message, OFFLINE);

/** The message of a second start that follows a link. Its text is read in the running window. */
export const linkMessage = (link: string) => ({ castellan: 'open', link });

/** Returns the link of a second start, or null. */
export function linkInMessage(message: unknown): string | null {
  return isMessage(message, { castellan: 'open' }) && 'link' in message && typeof message.link === 'string'
    ? message.link
    : null;
}

/** Returns true when a second start asks the window to lock, and not to come to the front. */
export const asksToLock = (message: unknown): boolean => isMessage(message, LOCK);

/**
 * Asks the window whose files are in that folder to lock. Returns false when none runs. It works like a second start of
 * the window. Any program of the same user can do that, and it can only lock.
 */
export function lockRunningWindow(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const before = app.getPath('userData');
  app.setPath('userData', folder);
  try {
    if (!app.requestSingleInstanceLock(LOCK)) return true;
    app.releaseSingleInstanceLock();
    return false;
  } finally {
    app.setPath('userData', before);
  }
}
