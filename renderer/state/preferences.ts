import { create } from 'zustand';

/** How this window looks on this machine. Nothing here matters to anybody else, so the page keeps it itself. */
export interface Preferences {
  readonly rows: 'comfortable' | 'compact';
  /** Keys without a modifier act (WCAG 2.1.4: they can be turned off). */
  readonly singleKeys: boolean;
}

const KEY = 'castellan.preferences';
const DEFAULTS: Preferences = { rows: 'comfortable', singleKeys: true };

/** Reads kept preferences; what is missing, wrong or unreadable falls back to the default. */
export function readPreferences(text: string | null): Preferences {
  if (text === null) return DEFAULTS;
  try {
    const kept: Partial<Record<keyof Preferences, unknown>> = JSON.parse(text) ?? {};
    return {
      rows: kept.rows === 'compact' ? 'compact' : DEFAULTS.rows,
      singleKeys: typeof kept.singleKeys === 'boolean' ? kept.singleKeys : DEFAULTS.singleKeys,
    };
  } catch {
    return DEFAULTS;
  }
}

export const usePreferences = create<Preferences>(() => DEFAULTS);

export function setPreferences(change: Partial<Preferences>): void {
  usePreferences.setState(change);
}

/** Loads the kept preferences, applies them to the page and keeps every later change. */
export function startPreferences(): () => void {
  const apply = (preferences: Preferences) => {
    document.documentElement.dataset.rows = preferences.rows;
  };
  usePreferences.setState(readPreferences(localStorage.getItem(KEY)));
  apply(usePreferences.getState());
  return usePreferences.subscribe((preferences) => {
    localStorage.setItem(KEY, JSON.stringify(preferences));
    apply(preferences);
  });
}
