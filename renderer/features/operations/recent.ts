import { MAXIMUM_RECENT_OPERATIONS } from '../../../shared/ipc/index.ts';
import { preferences, setPreferences } from '../../state/preferences.ts';

/** Returns the names with the one used now first, and no more than are kept. */
export const withUsed = (recent: readonly string[], name: string): string[] =>
  [name, ...recent.filter((other) => other !== name)].slice(0, MAXIMUM_RECENT_OPERATIONS);

/** Has main keep the operation as used last. A list that cannot be kept costs nothing. */
export function keepUsed(name: string): void {
  const recentOperations = withUsed(preferences().recentOperations, name);
  setPreferences({ recentOperations }).catch(() => undefined);
}
