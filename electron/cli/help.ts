import type { Command, OptionSpec } from './define.ts';
import { isFlag } from './define.ts';
import { usage } from './exit-codes.ts';
import { commandWords } from './parse.ts';

const INTRODUCTION = `Castellan: workstation and local custody service for people who operate wallets and keys.

Usage: castellan COMMAND [OPTIONS]
`;

const FOOTER = `
Results are JSON on stdout, text for people is on stderr. Secrets are never arguments: they come from files or stdin.

Exit codes
  0  done
  1  failed
  2  wrong usage
  3  not finished yet: consensus needed, pending, authenticators needed
  4  the activity failed or was rejected

Environment
  CASTELLAN_HOME             folder of all state, instead of the usual folder of this platform
  CASTELLAN_PASSPHRASE_FILE  file with the passphrase of the key file; with it no keychain is touched
  CASTELLAN_PIN_FILE         file with the PIN of the keychain’s keys, instead of asking on the terminal
  HTTPS_PROXY, NO_PROXY      the proxy for services elsewhere and the hosts without it, instead of the system’s
  SSL_CERT_FILE              certificates (PEM) of authorities to trust besides those that Chromium knows

\`castellan help COMMAND\` tells about one command, \`castellan --version\` the version.
`;

/** Columns of a terminal that help fits into. */
const WIDTH = 100;
/** Columns of the widest name that shares a line with its summary. */
const WIDEST_NAME = 34;

/**
 * Returns the help text of a topic, in lines of at most 100 columns. An empty topic is the list of all commands.
 * @param topic The words of a command or a group of commands, or a command and an operation: `['call', 'create_wallet']`.
 * @throws USAGE for an unknown command, and the error of a command that knows no such operation.
 */
export function helpText(topic: readonly string[], commands: readonly Command[]): string {
  const [first, second] = topic;
  if (first === undefined) return overview(commands);
  const exact = commands.filter(({ name }) => name === `${first} ${second}` || name === first);
  const about = exact[0]?.about;
  if (about !== null && about !== undefined && second !== undefined) return about(second);
  const found = exact.length > 0 ? exact : commands.filter(({ name }) => name.startsWith(`${first} `));
  if (found.length === 0)
    throw usage(`There is no such command. The commands are: ${commandWords(commands).join(', ')}.`);
  return found.map(describe).join('\n');
}

function overview(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return `${INTRODUCTION}\nCommands\n${columns([...rows, ['help', 'tells about a command']])}${FOOTER}`;
}

function describe(command: Command): string {
  const required = Object.entries(command.options).filter(([, spec]) => isRequired(spec));
  const optional = Object.entries(command.options).filter(([, spec]) => !isRequired(spec));
  const words = [
    ...command.arguments.map(({ name, required: needed }) => (needed === true ? name : `[${name}]`)),
    ...required.map(([name, spec]) => spelling(name, spec)),
    ...optional.map(([name, spec]) => `[${spelling(name, spec)}]`),
  ];
  const rows = [
    ...command.arguments.map(({ name, summary }) => [name, summary] as const),
    ...[...required, ...optional].map(([name, spec]) => [spelling(name, spec), explanation(spec)] as const),
  ];
  const usageLine = wrap([`castellan ${command.name}`, ...words], '', '    ');
  const notes = command.notes.map((note) => paragraph(note, '')).join('');
  const list = rows.length === 0 ? '' : `\n${columns(rows)}`;
  return `${usageLine}${paragraph(command.summary, '  ')}${list}${notes === '' ? '' : `\n${notes}`}`;
}

const isRequired = (spec: OptionSpec) => !isFlag(spec) && spec.required === true;

/** The choices of an option, if they are few enough to be listed in its name. */
function shortChoices(spec: OptionSpec): string | undefined {
  const choices = isFlag(spec) ? undefined : spec.choices?.join('|');
  return choices !== undefined && choices.length <= WIDEST_NAME ? choices : undefined;
}

function spelling(name: string, spec: OptionSpec): string {
  return isFlag(spec) ? `--${name}` : `--${name} ${shortChoices(spec) ?? spec.hint}`;
}

function explanation(spec: OptionSpec): string {
  if (isFlag(spec) || spec.choices === undefined || shortChoices(spec) !== undefined) return spec.summary;
  return `${spec.summary}; one of ${spec.choices.join(', ')}`;
}

/** Returns two columns: names, and their summaries in lines of at most 100 columns. A wide name has a line of its own. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.min(WIDEST_NAME, Math.max(...rows.map(([left]) => left.length)));
  const blank = ' '.repeat(width + 4);
  return rows
    .map(([left, right]) => {
      const [head, before] = left.length > width ? [blank, `  ${left}\n`] : [`  ${left.padEnd(width)}  `, ''];
      return `${before}${wrap(right.split(' '), head, blank)}`;
    })
    .join('');
}

const paragraph = (text: string, indent: string): string => wrap(text.split(' '), indent, indent);

/** Joins words by blanks into lines of at most 100 columns, the first behind `head` and the others behind `indent`. */
function wrap(words: readonly string[], head: string, indent: string): string {
  const lines: string[] = [];
  let line = head;
  let isEmpty = true;
  for (const word of words) {
    if (!isEmpty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      [line, isEmpty] = [indent, true];
    }
    line = isEmpty ? `${line}${word}` : `${line} ${word}`;
    isEmpty = false;
  }
  return [...lines, line].map((each) => `${each}\n`).join('');
}
