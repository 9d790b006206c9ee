/** The manual that a package installs: manual pages and completion scripts. */
import { COMMAND_TABLE } from './commands/index.ts';
import { completionScript } from './completion/index.ts';
import { manPages } from './man-pages.ts';

/** A file, with its path below /usr/share as the packages of Debian have it. */
export interface ManualFile {
  readonly path: string;
  readonly text: string;
}

/** Returns the files of the manual for this version of the program. */
export function manualFiles(version: string): readonly ManualFile[] {
  return [
    ...manPages(COMMAND_TABLE, version).map(({ file, text }) => ({ path: `man/man1/${file}`, text })),
    { path: 'bash-completion/completions/castellan', text: completionScript('bash', COMMAND_TABLE) },
    { path: 'zsh/vendor-completions/_castellan', text: completionScript('zsh', COMMAND_TABLE) },
    { path: 'fish/vendor_completions.d/castellan.fish', text: completionScript('fish', COMMAND_TABLE) },
  ];
}
