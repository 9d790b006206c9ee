import { completionScript, SHELLS, type Shell } from '../completion/index.ts';
import { type Command, type CommandTable, command } from '../define.ts';

/** Returns the command that prints completion scripts for the commands of `table`, which it is in itself. */
export const completionOf = (table: () => CommandTable): Command =>
  command({
    name: 'completion',
    summary: 'prints the completion script for a shell',
    arguments: [{ name: 'SHELL', summary: 'bash, zsh or fish', required: true, choices: SHELLS }],
    notes: [
      'For bash, write `source <(castellan completion bash)` into ~/.bashrc.',
      'For zsh, run `castellan completion zsh > ~/.zfunc/_castellan`, with ~/.zfunc in fpath before compinit.',
      'For fish, run `castellan completion fish > ~/.config/fish/completions/castellan.fish`.',
      'The shell reads the profile names from the state folder itself. A package installs all three scripts.',
    ],
    examples: ['castellan completion bash > castellan.bash'],
    async run({ arguments: [shell] }, context) {
      await context.host.stdout(completionScript(shell as Shell, table()));
      return undefined;
    },
  });
