import 'fake-indexeddb/auto';
import { vi } from 'vitest';

/** What @turnkey/core looks for before it takes a host for a browser, and where it keeps things there. Gives what takes it away. */
export function browserLike(): () => void {
  const kept = new Map<string, string>();
  const localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('document', {});
  vi.stubGlobal('window', { localStorage, location: { hostname: 'localhost' } });
  return () => vi.unstubAllGlobals();
}
