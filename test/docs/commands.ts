import { COMMANDS } from '../../electron/cli/commands/index.ts';
import { helpText } from '../../electron/cli/help.ts';

/** Returns docs/commands.md: the help text of every command, in the order of `castellan help`. */
export function commandsPage(): string {
  const sections = COMMANDS.map(
    ({ name }) => `## ${name}\n\n\`\`\`text\n${helpText(name.split(' '), COMMANDS)}\`\`\`\n`,
  );
  return `${['# Commands\n\nThe text of `castellan help`, generated.\n', `\`\`\`text\n${helpText([], COMMANDS)}\`\`\`\n`, ...sections].join('\n')}`;
}
