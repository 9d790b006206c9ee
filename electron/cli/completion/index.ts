import type { CommandTable } from '../define.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { type Offers, offersOf, type Shell } from './offered.ts';
import { zshScript } from './zsh.ts';

export { SHELLS, type Shell } from './offered.ts';

const SCRIPTS: Readonly<Record<Shell, (offers: Offers) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Returns the text that a shell reads to complete command lines of `castellan`. */
export function completionScript(shell: Shell, table: CommandTable): string {
  return SCRIPTS[shell](offersOf(table));
}
