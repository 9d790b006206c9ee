import { parseArgs } from 'node:util';
import { nearest } from '../../shared/model/index.ts';
import { type Command, type CommandInput, firstWord, isFlag, type OptionTable, type ValueOption } from './define.ts';
import { usage } from './exit-codes.ts';

/** The parsed command line: a command with its input, or help about it. */
export type Parsed =
  | {
      readonly kind: 'run';
      readonly command: Command;
      readonly input: CommandInput<OptionTable>;
      /** True when the result is wanted as JSON on a terminal too. */
      readonly json: boolean;
    }
  | { readonly kind: 'help'; readonly topic: readonly string[] }
  | { readonly kind: 'version' }
  | { readonly kind: 'nothing' };

const JSON_OPTION = '--json';

/** Messages repeat no other word, because a secret may be typed by mistake. */
const LOOKS_LIKE_NAME = /^[a-z][a-z-]{0,31}$/;

/**
 * Parses a command line by the table of commands. `--json` before the command is for its output. Behind the command it
 * is so too, unless the command has an option of that name. Throws USAGE with the fault and the alternatives.
 */
export function parseCommandLine(words: readonly string[], commands: readonly Command[]): Parsed {
  const before = words[0] === JSON_OPTION;
  const argv = before ? words.slice(1) : words;
  const [first, ...rest] = argv;
  if (first === undefined) return { kind: 'nothing' };
  if (first === '--version') return { kind: 'version' };
  if (first === 'help') return { kind: 'help', topic: rest };
  if (asksForHelp(argv))
    return {
      kind: 'help',
      topic: argv.slice(
        0,
        argv.findIndex((word) => word.startsWith('-')),
      ),
    };
  const command = findCommand(first, rest[0], commands);
  const { input, json } = readInput(command, argv.slice(command.name.split(' ').length));
  return { kind: 'run', command, input, json: json || before };
}

function findCommand(first: string, second: string | undefined, commands: readonly Command[]): Command {
  const found =
    commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first);
  if (found !== undefined) return found;
  const verbs = commands
    .filter((command) => firstWord(command) === first)
    .map(({ name }) => name.slice(first.length + 1));
  if (verbs.length > 0) {
    const [meant] = nearest(second ?? '', verbs);
    throw usage(
      meant === undefined
        ? `\`${first}\` needs one of: ${verbs.join(', ')}. Nothing was done. \`castellan help ${first}\` describes them.`
        : `${noVerb(first, second ?? '')} Nothing was done. Did you mean \`castellan ${first} ${meant}\`?`,
    );
  }
  if (first.startsWith('-'))
    throw usage(
      'This option cannot stand before a command. Nothing was done. Write options after the command; `castellan help` lists the commands.',
    );
  const words = commandWords(commands);
  const meant = nearest(first, words).map((word) => `\`castellan ${word}\``);
  throw usage(
    `${noCommand(first)} Nothing was done. ${meant.length === 0 ? `The commands are: ${words.join(', ')}.` : `Did you mean ${meant.join(' or ')}?`}`,
  );
}

/** Returns the sentence for an unknown command. */
export const noCommand = (word: string): string =>
  LOOKS_LIKE_NAME.test(word) ? `There is no command \`${word}\`.` : 'There is no command of that name.';

const noVerb = (first: string, second: string): string =>
  LOOKS_LIKE_NAME.test(second)
    ? `\`${first}\` has no command \`${second}\`.`
    : `\`${first}\` has no command of that name.`;

/** The first words of all commands, each once, in the order of the table. */
export function commandWords(commands: readonly Command[]): string[] {
  return [...new Set([...commands.map(firstWord), 'help'])];
}

/** `--help` anywhere before a `--`. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).some((word) => word === '--help' || word === '-h');
}

function readInput(
  { options: own, ...declared }: Command,
  words: readonly string[],
): { readonly input: CommandInput<OptionTable>; readonly json: boolean } {
  const command: Command = { ...declared, options: { ...OUTPUT, ...own } };
  const types = Object.entries(command.options).map(
    ([name, spec]) => [name, { type: isFlag(spec) ? 'boolean' : 'string' }] as const,
  );
  // Not strict: its errors repeat the argument, and a secret typed by mistake must not be echoed.
  const { tokens } = parseArgs({ args: [...words], options: Object.fromEntries(types), strict: false, tokens: true });
  const given = tokens.filter((token) => token.kind === 'option');
  for (const token of given) checkOption(command, token);
  const options: Record<string, string | readonly string[] | boolean | undefined> = {};
  for (const [name, spec] of Object.entries(command.options)) {
    const [first, ...others] = given.filter((token) => token.name === name);
    if (!isFlag(spec) && spec.many === true) {
      options[name] = given.flatMap((token) => (token.name === name ? [token.value ?? ''] : []));
      continue;
    }
    if (others.length > 0)
      throw usage(`--${name} was given ${others.length + 1} times. Nothing was done. Give it once.`);
    if (isFlag(spec)) options[name] = first !== undefined;
    else options[name] = checkedValue(command, name, first?.value);
  }
  const positionals = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  checkArguments(command, positionals);
  const json = !Object.hasOwn(own, 'json') && options.json === true;
  return { input: { options, arguments: positionals } as CommandInput<OptionTable>, json };
}

/** The option of every command that has no input of that name. */
const OUTPUT = { json: { flag: true, summary: 'prints the result as one line of JSON' } } as const;

/** The hints of options whose value is a path. */
const IS_PATH = /^(?:F|FILE|FILE\|.*|D|DIR|FOLDER|PATH)$/;

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** Throws USAGE for an option that the command does not have, and for a value too few or too many. */
function checkOption(command: Command, { name, rawName, value, inlineValue }: OptionToken): void {
  const refuse = (problem: string) =>
    usage(`${problem} Nothing was done. \`castellan help ${command.name}\` lists its arguments and options.`);
  const spec = Object.hasOwn(command.options, name) ? command.options[name] : undefined;
  if (spec === undefined) {
    const named = LOOKS_LIKE_NAME.test(rawName.replace(/^--?/, '')) ? rawName : 'of that name';
    const [meant] = nearest(rawName.replace(/^-+/, ''), Object.keys(command.options));
    if (meant !== undefined)
      throw usage(`\`${command.name}\` has no option ${named}. Nothing was done. Did you mean --${meant}?`);
    throw refuse(`\`${command.name}\` has no option ${named}.`);
  }
  if (isFlag(spec)) {
    if (value !== undefined) throw refuse(`${rawName} takes no value.`);
    return;
  }
  if (value === undefined) throw refuse(`${rawName} needs a value (${spec.hint}).`);
  // A value that looks like an option means that the real value was forgotten. `-` is standard input.
  if (inlineValue === false && /^-./.test(value))
    throw refuse(
      `${rawName} needs a value (${spec.hint}), and an option follows it. A value that begins with - is written as ${rawName}=VALUE.`,
    );
  if (value === '-' && name === 'out' && !spec.hint.includes('-'))
    throw refuse(`${rawName} takes no -, because this result goes to a file only.`);
  // An empty path would be the current folder, as from a variable that is not set.
  if (value.trim() === '' && spec.choices === undefined && IS_PATH.test(spec.hint))
    throw refuse(`The path of ${rawName} is empty.`);
}

function checkedValue(command: Command, name: string, value: string | undefined): string | undefined {
  const { required, hint, summary, choices } = command.options[name] as ValueOption;
  if (required === true && value === undefined)
    throw usage(
      `\`${command.name}\` needs --${name} ${hint}: ${summary}. Nothing was done. ${choices === undefined ? 'Add it' : `It takes ${choices.join(' or ')}`}.`,
    );
  if (value !== undefined && choices?.includes(value) === false)
    throw usage(`--${name} takes ${choices.join(' or ')}. Nothing was done. ${meantChoice(value, choices)}`);
  return value;
}

const meantChoice = (value: string, choices: readonly string[]) => {
  const [meant] = nearest(value, choices);
  return meant === undefined ? 'Give one of them.' : `Did you mean ${meant}?`;
};

function checkArguments(command: Command, given: readonly string[]): void {
  const missing = command.arguments.find((argument, index) => argument.required === true && given[index] === undefined);
  if (missing !== undefined) {
    throw usage(
      `\`${command.name}\` needs ${missing.name}: ${missing.summary}. Nothing was done. Add it after the command.`,
    );
  }
  for (const [index, { name, choices }] of command.arguments.entries()) {
    const value = given[index];
    if (value !== undefined && choices?.includes(value) === false)
      throw usage(`${name} is one of ${choices.join(', ')}. Nothing was done. ${meantChoice(value, choices)}`);
  }
  if (given.length > command.arguments.length && command.arguments.at(-1)?.many !== true) {
    const names = command.arguments.map(({ name }) => name).join(' ');
    throw usage(
      `\`${command.name}\` takes ${names === '' ? 'no arguments' : `only ${names}`} beside its options. Nothing was done. Leave the rest out, and put text with spaces in quotes.`,
    );
  }
}
