import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppState } from '../../../shared/ipc/index.ts';

export type Theme = AppState['theme'];

const THEMES: readonly string[] = ['system', 'light', 'dark'] satisfies readonly Theme[];

/** What the window remembers between two runs: the theme. Losing it costs nothing, so a damaged file counts as none. */
export interface Settings {
  theme(): Theme;
  setTheme(theme: Theme): void;
}

export function openSettings(root: string): Settings {
  const file = join(root, 'window.json');
  let theme = readTheme(file);
  return {
    theme: () => theme,
    setTheme(next) {
      theme = next;
      writeFileSync(`${file}.new`, `${JSON.stringify({ theme })}\n`, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}

function readTheme(file: string): Theme {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as { theme?: unknown } | null;
    return typeof value?.theme === 'string' && THEMES.includes(value.theme) ? (value.theme as Theme) : 'system';
  } catch {
    return 'system';
  }
}
