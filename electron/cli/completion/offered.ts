/** The words that a shell offers at each place of a command line, made from the table of commands. */
import { OPERATIONS } from '../../../shared/operations/index.ts';
import {
  type ArgumentSpec,
  type Command,
  type CommandTable,
  firstWord,
  isFlag,
  type OptionSpec,
  type ValueOption,
} from '../define.ts';
import { commandsOf, GLOBAL_OPTIONS } from '../help.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The values of an option or argument: words to choose from, or names that the shell looks up. */
export type Values = readonly string[] | 'files' | 'folders' | 'profiles' | 'text';

export interface Offered {
  readonly name: string;
  readonly summary: string;
}

/** An option with its two dashes. Null values for a flag. */
export interface OfferedOption extends Offered {
  readonly values: Values | null;
}

export interface OfferedCommand extends Offered {
  readonly options: readonly OfferedOption[];
  readonly arguments: readonly Values[];
}

export interface Offers {
  /** The first words, each once. */
  readonly words: readonly Offered[];
  /** The second words of those first words that need one. */
  readonly verbs: readonly (Offered & { readonly word: string })[];
  readonly commands: readonly OfferedCommand[];
  readonly globals: readonly Offered[];
}

export function offersOf(table: CommandTable): Offers {
  const commands = commandsOf(table);
  const words = [...new Set(commands.map(firstWord))];
  const summaryOf = (word: string) => table.topics[word] ?? commands.find(({ name }) => name === word)?.summary ?? '';
  return {
    words: [
      ...words.map((name) => ({ name, summary: summaryOf(name) })),
      { name: 'help', summary: 'describes a command' },
    ],
    verbs: commands
      .filter((command) => command.name !== firstWord(command))
      .map((command) => ({
        word: firstWord(command),
        name: command.name.slice(firstWord(command).length + 1),
        summary: command.summary,
      })),
    commands: [...commands.map(offeredCommand), { ...HELP, arguments: [words, []] }],
    globals: GLOBAL_OPTIONS.map(([spelled, summary]) => ({ name: spelled.split(',')[0] ?? '', summary })),
  };
}

const HELP = { name: 'help', summary: 'describes a command', options: [] } as const;

function offeredCommand({ name, summary, options, arguments: specs }: Command): OfferedCommand {
  const own = Object.entries(options).map(([option, spec]) => ({
    name: `--${option}`,
    summary: spec.summary,
    values: valuesOfOption(spec),
  }));
  const json = Object.hasOwn(options, 'json') ? [] : [{ ...JSON_OPTION, values: null }];
  return { name, summary, options: [...own, ...json], arguments: specs.map(valuesOf) };
}

const JSON_OPTION = { name: GLOBAL_OPTIONS[0][0], summary: GLOBAL_OPTIONS[0][1] };

const valuesOfOption = (spec: OptionSpec): Values | null =>
  isFlag(spec) ? null : valuesOf({ ...spec, name: spec.hint });

const OF_HINTS: Readonly<Record<string, Values>> = {
  FILE: 'files',
  F: 'files',
  'FILE|-': 'files',
  'FILE|URL': 'files',
  PATH: 'files',
  DIR: 'folders',
  '-': ['-'],
};

function valuesOf({ name, choices, completes }: ArgumentSpec | (ValueOption & { readonly name: string })): Values {
  if (choices !== undefined) return choices;
  if (completes === 'operations') return Object.keys(OPERATIONS);
  return completes ?? OF_HINTS[name] ?? 'text';
}
