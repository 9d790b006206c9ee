import { nearest } from '../../shared/model/index.ts';
import { type Command, type CommandTable, firstWord, isFlag, type OptionSpec } from './define.ts';
import { usage } from './exit-codes.ts';
import { columns, PAGE_WIDTH, paragraph, shellLine, WIDEST_NAME, wrap } from './layout.ts';
import { commandWords, noCommand } from './parse.ts';

export const INTRODUCTION = 'Castellan: workstation and local custody service for people who operate wallets and keys.';

/** Options that stand before any command. */
export const GLOBAL_OPTIONS = [
  ['--json', 'prints the result as one line of JSON, on a terminal too'],
  ['--offline', 'makes no connection: the kernel refuses each. Alone, it opens an offline window'],
  ['--version', 'prints the version'],
  ['--help, -h', 'shows help, also after a command'],
] as const;

export const OUTPUT_NOTE =
  'On a terminal, results are tables and text. Piped, or with --json, a result is one line of JSON on stdout. Text for people is on stderr. `castellan call` takes its input with --json TEXT, so there --json stands before `call`.';
export const SECRETS_NOTE = 'Secrets are never arguments: they come from files or stdin.';

export const EXIT_STATUS = [
  ['0', 'done'],
  ['1', 'failed'],
  ['2', 'wrong usage'],
  ['3', 'not finished yet: consensus needed, pending, authenticators needed'],
  ['4', 'the activity failed or was rejected'],
] as const;

export const ENVIRONMENT = [
  ['CASTELLAN_HOME', 'folder of all state, instead of the usual folder of this platform'],
  ['CASTELLAN_PASSPHRASE_FILE', 'file with the passphrase of the key file; with it no keychain is touched'],
  ['CASTELLAN_PIN_FILE', 'file with the PIN of the keychain’s keys, instead of asking on the terminal'],
  ['HTTPS_PROXY, NO_PROXY', 'the proxy for services elsewhere and the hosts without it, instead of the system’s'],
  ['SSL_CERT_FILE', 'certificates (PEM) of authorities to trust besides those that Chromium knows'],
] as const;

/**
 * Returns the help text of a topic, in lines of `width` columns. An empty topic is the list of all commands.
 * @param topic The words of a command or a group of commands, or a command and an operation: `['call', 'create_wallet']`.
 * @throws USAGE for an unknown command, and the error of a command that knows no such operation.
 */
export function helpText(topic: readonly string[], table: CommandTable, width = PAGE_WIDTH): string {
  const [first, second] = topic;
  if (first === undefined) return overview(table, width);
  const commands = commandsOf(table);
  const exact = commands.find(({ name }) => name === `${first} ${second}` || name === first);
  if (exact?.about !== null && exact?.about !== undefined && second !== undefined) return exact.about(second, width);
  if (exact !== undefined) return describe(exact, width);
  const group = commands.filter((command) => firstWord(command) === first);
  if (group.length > 0) return describeGroup(first, group, table, width);
  const words = commandWords(commands);
  const [meant] = nearest(first, words);
  throw usage(
    `${noCommand(first)} No help was shown. ${meant === undefined ? `The commands are: ${words.join(', ')}.` : `Did you mean \`castellan help ${meant}\`?`}`,
  );
}

export const commandsOf = ({ sections }: CommandTable): readonly Command[] =>
  sections.flatMap(({ commands }) => commands);

function overview({ sections, topics }: CommandTable, width: number): string {
  const listed = sections.map(({ title, commands }) => {
    const words = [...new Set(commands.map(firstWord))];
    const rows = words.map((word) => {
      const own = commands.filter((command) => firstWord(command) === word);
      const verbs = own.map(({ name }) => name.slice(word.length + 1)).filter((verb) => verb !== '');
      const summary = topics[word] ?? own[0]?.summary ?? '';
      return [word, verbs.length === 0 ? summary : `${summary}: ${verbs.join(', ')}`] as const;
    });
    return section(title, columns(rows, width));
  });
  return [
    paragraph(INTRODUCTION, '', width),
    section('Usage', '  castellan [--json] COMMAND [OPTIONS]\n'),
    ...listed,
    section('Options before any command', columns(GLOBAL_OPTIONS, width)),
    section('Results', paragraph(OUTPUT_NOTE, '  ', width) + paragraph(SECRETS_NOTE, '  ', width)),
    section('Exit codes', columns(EXIT_STATUS, width)),
    section('Environment', columns(ENVIRONMENT, width)),
    section('Examples', lines(['castellan init', 'castellan call list_wallets', 'castellan help key create'], width)),
    section(
      'More',
      paragraph('`castellan help COMMAND` describes one command. `man castellan` is the manual.', '  ', width),
    ),
  ].join('\n');
}

function describeGroup(word: string, group: readonly Command[], { topics }: CommandTable, width: number): string {
  const rows = group.map(({ name, summary }) => [name, summary] as const);
  return [
    paragraph(sentence(topics[word] ?? word), '', width),
    section('Usage', `  castellan ${word} COMMAND [OPTIONS]\n`),
    section('Commands', columns(rows, width)),
    section(
      'Examples',
      lines(
        group.map(({ examples }) => examples[0] ?? ''),
        width,
      ),
    ),
    section('More', paragraph(`\`castellan help ${word} COMMAND\` describes one command.`, '  ', width)),
  ].join('\n');
}

function describe(command: Command, width: number): string {
  const [required, optional] = sortedOptions(command);
  const options = [...required, ...optional].map(([name, spec]) => [spelling(name, spec), explanation(spec)] as const);
  const rows = command.arguments.map(({ name, summary }) => [name, summary] as const);
  const synopsis = wrap([`castellan ${command.name}`, ...synopsisWords(command)], {
    head: '  ',
    indent: '      ',
    width,
  });
  return [
    paragraph(sentence(command.summary), '', width),
    section('Usage', synopsis),
    ...(rows.length === 0 ? [] : [section('Arguments', columns(rows, width))]),
    ...(options.length === 0 ? [] : [section('Options', columns(options, width))]),
    ...(command.notes.length === 0
      ? []
      : [section('Notes', command.notes.map((note) => paragraph(note, '  ', width)).join(''))]),
    section('Examples', lines(command.examples, width)),
  ].join('\n');
}

const section = (title: string, body: string): string => `${title}\n${body}`;
const lines = (texts: readonly string[], width: number): string => texts.map((text) => shellLine(text, width)).join('');

/** Returns a summary as a sentence: `lists the keys` reads `Lists the keys.` */
export const sentence = (summary: string): string => `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;

type Options = readonly (readonly [string, OptionSpec])[];

/** Returns the required and the optional options of a command, each with its name. */
export function sortedOptions({ options }: Command): readonly [Options, Options] {
  const entries = Object.entries(options);
  return [entries.filter(([, spec]) => isRequired(spec)), entries.filter(([, spec]) => !isRequired(spec))];
}

/** Returns the words of a command's usage line behind its name. Optional ones are in brackets. */
export function synopsisWords(command: Command): string[] {
  const [required, optional] = sortedOptions(command);
  return [
    ...command.arguments.map(
      ({ name, required: needed, many }) => `${needed === true ? name : `[${name}]`}${many === true ? '…' : ''}`,
    ),
    ...required.map(([name, spec]) => spelling(name, spec)),
    ...optional.map(([name, spec]) => `[${spelling(name, spec)}]`),
  ];
}

const isRequired = (spec: OptionSpec) => !isFlag(spec) && spec.required === true;

/** The choices of an option, if they are few enough to be listed in its name. */
function shortChoices(spec: OptionSpec): string | undefined {
  const choices = isFlag(spec) ? undefined : spec.choices?.join('|');
  return choices !== undefined && choices.length <= WIDEST_NAME ? choices : undefined;
}

/** Returns an option with its value: `--curve p256|secp256k1|ed25519`. */
export function spelling(name: string, spec: OptionSpec): string {
  return isFlag(spec) ? `--${name}` : `--${name} ${shortChoices(spec) ?? spec.hint}`;
}

/** Returns the summary of an option, with its choices where `spelling` does not list them. */
export function explanation(spec: OptionSpec): string {
  if (isFlag(spec) || spec.choices === undefined || shortChoices(spec) !== undefined) return spec.summary;
  return `${spec.summary}; one of ${spec.choices.join(', ')}`;
}
