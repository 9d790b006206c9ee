/** Manual pages in roff (man(7)), made from the table of commands. */
import { type Command, type CommandTable, firstWord } from './define.ts';
import {
  commandsOf,
  ENVIRONMENT,
  EXIT_STATUS,
  explanation,
  GLOBAL_OPTIONS,
  INTRODUCTION,
  OUTPUT_NOTE,
  SECRETS_NOTE,
  sentence,
  sortedOptions,
  spelling,
  synopsisWords,
} from './help.ts';

export interface ManPage {
  /** The name of its file: `castellan-key.1`. */
  readonly file: string;
  readonly text: string;
}

/** Returns castellan(1), and a page for each first word of the commands. `version` is the program's. */
export function manPages(table: CommandTable, version: string): readonly ManPage[] {
  const words = [...new Set(commandsOf(table).map(firstWord))];
  return [
    { file: 'castellan.1', text: mainPage(table, words, version) },
    ...words.map((word) => ({ file: `castellan-${word}.1`, text: pageOf(word, table, version) })),
  ];
}

function mainPage(table: CommandTable, words: readonly string[], version: string): string {
  return page('castellan', 'workstation and local custody service', version, [
    ['SYNOPSIS', '.B castellan\n[\\-\\-json] [\\-\\-offline] \\fICOMMAND\\fR [\\fIOPTIONS\\fR]'],
    ['DESCRIPTION', [INTRODUCTION, OUTPUT_NOTE, SECRETS_NOTE].map(plain).join('\n.PP\n')],
    ...table.sections.map(
      ({ title, commands }) =>
        [title.toUpperCase(), commands.map(({ name, summary }) => tagged(name, summary)).join('\n')] as const,
    ),
    ['OPTIONS', GLOBAL_OPTIONS.map(([name, summary]) => tagged(name, summary)).join('\n')],
    ['EXIT STATUS', EXIT_STATUS.map(([code, meaning]) => tagged(code, meaning)).join('\n')],
    ['ENVIRONMENT', ENVIRONMENT.map(([name, summary]) => tagged(name, summary)).join('\n')],
    ['FILES', FILES.map(([name, summary]) => tagged(name, summary)).join('\n')],
    ['SEE ALSO', words.map((word) => `\\fBcastellan\\-${escaped(word)}\\fR(1)`).join(',\n')],
  ]);
}

const FILES = [
  [
    '$XDG_DATA_HOME/castellan, ~/.local/share/castellan',
    'all state of one operator on Linux, or the folder that CASTELLAN_HOME names. Removing the package leaves it. To delete everything, first move keys and wallets elsewhere or make a backup, then remove the folder and the entries called castellan in the keychain',
  ],
  ['~/Library/Application Support/Castellan', 'the same on macOS'],
  ['%APPDATA%\\Castellan', 'the same on Windows'],
] as const;

function pageOf(word: string, table: CommandTable, version: string): string {
  const commands = commandsOf(table).filter((command) => firstWord(command) === word);
  const summary = table.topics[word] ?? commands[0]?.summary ?? '';
  return page(`castellan-${word}`, summary, version, [
    ['SYNOPSIS', commands.map(synopsis).join('\n.br\n')],
    ...commands.map((command) => [command.name.toUpperCase(), descriptionOf(command)] as const),
    [
      'EXAMPLES',
      commands
        .flatMap(({ examples }) => examples)
        .map(example)
        .join('\n'),
    ],
    ['SEE ALSO', '\\fBcastellan\\fR(1), for exit status, environment and files'],
  ]);
}

const synopsis = (command: Command) =>
  `\\fBcastellan ${escaped(command.name)}\\fR ${synopsisWords(command).map(escaped).join(' ')}`.trimEnd();

function descriptionOf(command: Command): string {
  const [required, optional] = sortedOptions(command);
  return [
    plain(sentence(command.summary)),
    ...command.arguments.map(({ name, summary }) => tagged(name, summary)),
    ...[...required, ...optional].map(([name, spec]) => tagged(spelling(name, spec), explanation(spec))),
    ...command.notes.map((note) => `.PP\n${plain(note)}`),
  ].join('\n');
}

function page(
  name: string,
  summary: string,
  version: string,
  sections: readonly (readonly [string, string])[],
): string {
  // The third field is a date. The version says more, and does not change with each build.
  const head = `.TH "${name.toUpperCase()}" "1" "" "Castellan ${version}" "Castellan Manual"`;
  const named = `.SH "NAME"\n${escaped(name)} \\- ${escaped(summary)}`;
  const rest = sections.map(([title, body]) => `.SH "${escaped(title)}"\n${body}`);
  // Adjusted lines would have wide gaps in what is typed.
  return `${[head, '.ad l', named, ...rest].join('\n')}\n`;
}

const tagged = (name: string, summary: string) => `.TP\n\\fB${escaped(name)}\\fR\n${plain(summary)}`;
const example = (text: string) => `.PP\n.nf\n.RS\n${plain(text)}\n.RE\n.fi`;

/** Escapes what roff reads as its own: backslashes, and hyphens that would become typographic ones. */
const escaped = (text: string) => text.replaceAll('\\', '\\e').replaceAll('-', '\\-');

/** Returns escaped lines of text. A full stop or apostrophe at the beginning of a line would be a request. */
const plain = (text: string) => escaped(text).replaceAll(/^(?=[.'])/gm, '\\&');
