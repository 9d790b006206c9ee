import type { IconName } from '../../ui/icon.tsx';
import type { ShortcutId } from '../keyboard/shortcuts.ts';

/** An action of the window that the palette finds. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** Further words that find it. */
  readonly words?: string;
  readonly note?: string;
  readonly icon: IconName;
  readonly shortcut?: ShortcutId;
  readonly run: () => void;
}
