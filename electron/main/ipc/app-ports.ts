import type { AppState, DoctorReport, Opened, Preferences, UpdateCheck } from '../../../shared/ipc/index.ts';
import type { GivenFile, GivenUse } from '../../../shared/model/index.ts';
import type { PageClipboard } from '../window/clipboard.ts';
import type { KeptDrafts } from '../window/drafts.ts';

/** The contract's calls to the window itself, beside the engine. */
export interface AppPorts {
  state(): AppState;
  setPreferences(preferences: Preferences): void;
  doctor(): Promise<DoctorReport>;
  checkUpdates(): Promise<UpdateCheck>;
  takeOpened(): Opened | null;
  readonly clipboard: PageClipboard;
  readonly drafts: KeptDrafts;
  /** Returns the file that the operator chose, or null for none. */
  chooseModule(): Promise<string | null>;
  chooseBackup(): Promise<string | null>;
  chooseImport(): Promise<string | null>;
  chooseCarried(): Promise<string | null>;
  /** Returns the contents of the files that the operator chose for the page. */
  chooseGiven(use: GivenUse): Promise<GivenFile[]>;
  /** Closes a window of the operator’s answers that only waits for a following question. */
  closeAnswered(): void;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Returns the path that the operator chose for a file of this name, or null for none. */
  chooseFile(name: string): Promise<string | null>;
}
