import 'fake-indexeddb/auto';
import { vi } from 'vitest';

/**
 * Stubs the globals by which @turnkey/core recognizes a browser, and its storage there. Returns a function that removes
 * them.
 */
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
