import { parseArgs } from 'node:util';
import { type Command, type CommandInput, isFlag, type OptionTable } from './define.ts';
import { usage } from './exit-codes.ts';

/** What the person asked for: a command with its input, or help about it. */
export type Parsed =
  | { readonly kind: 'run'; readonly command: Command; readonly input: CommandInput<OptionTable> }
  | { readonly kind: 'help'; readonly topic: readonly string[] }
  | { readonly kind: 'version' }
  | { readonly kind: 'nothing' };

/** Reads a command line against the table of commands. Throws USAGE naming what is wrong and what there is. */
export function parseCommandLine(argv: readonly string[], commands: readonly Command[]): Parsed {
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
  return { kind: 'run', command, input: readInput(command, argv.slice(command.name.split(' ').length)) };
}

function findCommand(first: string, second: string | undefined, commands: readonly Command[]): Command {
  const found =
    commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first);
  if (found !== undefined) return found;
  const verbs = commands
    .filter(({ name }) => name.startsWith(`${first} `))
    .map(({ name }) => name.slice(first.length + 1));
  if (verbs.length > 0) {
    throw usage(
      `\`${first}\` needs one of: ${verbs.join(', ')}. Nothing was done. \`castellan help ${first}\` tells more.`,
    );
  }
  throw usage(`There is no such command. Nothing was done. The commands are: ${commandWords(commands).join(', ')}.`);
}

/** The first words of all commands, each once, in the order of the table. */
export function commandWords(commands: readonly Command[]): string[] {
  return [...new Set([...commands.map(({ name }) => name.split(' ')[0] as string), 'help'])];
}

/** `--help` anywhere before a `--`. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).some((word) => word === '--help' || word === '-h');
}

function readInput(command: Command, words: readonly string[]): CommandInput<OptionTable> {
  const { values, positionals } = parseStrictly(command, words);
  const options: Record<string, string | boolean | undefined> = {};
  for (const [name, spec] of Object.entries(command.options)) {
    const given = values[name] ?? [];
    if (given.length > 1) throw usage(`--${name} was given ${given.length} times. Nothing was done. Give it once.`);
    const [value] = given;
    if (isFlag(spec)) {
      options[name] = value === true;
      continue;
    }
    if (spec.required === true && value === undefined) {
      throw usage(`\`${command.name}\` needs --${name} ${spec.hint}: ${spec.summary}. Nothing was done.`);
    }
    if (typeof value === 'string' && spec.choices !== undefined && !spec.choices.includes(value)) {
      throw usage(`--${name} takes ${spec.choices.join(' or ')}. Nothing was done.`);
    }
    options[name] = value;
  }
  checkArguments(command, positionals);
  return { options, arguments: positionals } as CommandInput<OptionTable>;
}

function parseStrictly(command: Command, words: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, spec]) => [
      name,
      { type: isFlag(spec) ? ('boolean' as const) : ('string' as const), multiple: true as const },
    ]),
  );
  try {
    return parseArgs({ args: [...words], options, strict: true, allowPositionals: true });
  } catch (error) {
    throw usage(`${explain(command, error)} Nothing was done. \`castellan help ${command.name}\` lists what it takes.`);
  }
}

/** parseArgs repeats the argument in its message; a secret typed by mistake must not be echoed, so only option names are kept. */
function explain(command: Command, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const name = error instanceof Error ? /'(?:-[^-], )?(--?[a-z][a-z-]*)/.exec(error.message)?.[1] : undefined;
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `\`${command.name}\` has no option ${name ?? 'of that name'}.`;
  const spec = name === undefined ? undefined : command.options[name.replace(/^--/, '')];
  if (spec === undefined) return `\`${command.name}\` cannot read these arguments.`;
  return isFlag(spec) ? `${name} takes no value.` : `${name} needs a value (${spec.hint}).`;
}

function checkArguments(command: Command, given: readonly string[]): void {
  const missing = command.arguments.find((argument, index) => argument.required === true && given[index] === undefined);
  if (missing !== undefined) {
    throw usage(`\`${command.name}\` needs ${missing.name}: ${missing.summary}. Nothing was done.`);
  }
  if (given.length > command.arguments.length) {
    const names = command.arguments.map(({ name }) => name).join(' ');
    throw usage(
      `\`${command.name}\` takes ${names === '' ? 'no arguments' : `only ${names}`} beside its options. Nothing was done.`,
    );
  }
}
