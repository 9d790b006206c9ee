import { COMMAND_TABLE, COMMANDS } from '../../electron/cli/commands/index.ts';
import { helpText } from '../../electron/cli/help.ts';

/** Returns docs/commands.md: the help text of every command, in the order of `castellan help`. */
export function commandsPage(): string {
  const sections = COMMANDS.map(
    ({ name }) => `## ${name}\n\n\`\`\`text\n${helpText(name.split(' '), COMMAND_TABLE)}\`\`\`\n`,
  );
  return `${['# Commands\n\nThe text of `castellan help`, generated.\n', `\`\`\`text\n${helpText([], COMMAND_TABLE)}\`\`\`\n`, ...sections].join('\n')}`;
}
