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

/**
 * The help text for a topic: nothing for all commands, else the words of a command or of a group, or a command and what it is
 * about. Throws USAGE, and what the command throws when there is no such thing.
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
    'castellan',
    command.name,
    ...command.arguments.map(({ name, required: needed }) => (needed === true ? name : `[${name}]`)),
    ...required.map(([name, spec]) => spelling(name, spec)),
    ...optional.map(([name, spec]) => `[${spelling(name, spec)}]`),
  ];
  const rows = [
    ...command.arguments.map(({ name, summary }) => [name, summary] as const),
    ...[...required, ...optional].map(([name, spec]) => [spelling(name, spec), spec.summary] as const),
  ];
  const notes = command.notes.map((note) => `\n${note}\n`).join('');
  return `${words.join(' ')}\n  ${command.summary}\n${rows.length === 0 ? '' : `\n${columns(rows)}`}${notes}`;
}

const isRequired = (spec: OptionSpec) => !isFlag(spec) && spec.required === true;

function spelling(name: string, spec: OptionSpec): string {
  return isFlag(spec) ? `--${name}` : `--${name} ${spec.choices?.join('|') ?? spec.hint}`;
}

/** Two columns, the second one aligned. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
}
