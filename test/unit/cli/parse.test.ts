import { describe, expect, it } from 'vitest';
import { COMMAND_TABLE, COMMANDS } from '../../../electron/cli/commands/index.ts';
import { parseCommandLine } from '../../../electron/cli/parse.ts';
import { checkValue, OPERATIONS, schemaNode } from '../../../shared/operations/index.ts';
import { cli } from './support.ts';

const SECRET = '7f3a'.repeat(16);

describe('help', () => {
  it('lists the first word of every command under a heading, with its verbs or its summary', async () => {
    const { exitCode, stdout, stderr } = await cli(['help']);
    expect([exitCode, stderr]).toEqual([0, '']);
    for (const { title, commands } of COMMAND_TABLE.sections) {
      const section = stdout.split(`\n${title}\n`)[1]?.split('\n\n')[0] ?? '';
      for (const { name, summary } of commands) {
        const [word = '', verb] = name.split(' ');
        expect(section).toMatch(new RegExp(`^  ${word} `, 'm'));
        expect(section).toMatch(new RegExp(verb === undefined ? spread(summary) : `\\b${verb}\\b`));
      }
    }
  });

  it('has a summary for each shared first word, and for no other', () => {
    const shared = COMMANDS.filter(({ name }) => name.includes(' ')).map(({ name }) => name.split(' ')[0]);
    expect(Object.keys(COMMAND_TABLE.topics).toSorted()).toEqual([...new Set(shared)].toSorted());
  });

  it.each(COMMANDS.flatMap(({ name, examples }) => examples.map((example) => [example, name] as const)))(
    'has an example that is read as it is meant: %s',
    (example, name) => {
      const words: string[] = example.replace(/ [<>] .*$/, '').match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
      const argv = words.slice(words.indexOf('castellan') + 1).map((word) => word.replaceAll('"', ''));
      expect(parseCommandLine(argv, COMMANDS)).toMatchObject({ kind: 'run', command: { name } });
    },
  );

  it.each([40, 60, 80, 120])('fits into a terminal of %i columns except for long words', async (columns) => {
    for (const { name } of [{ name: '' }, ...COMMANDS]) {
      const terminal = { stdout: true, stderr: true, columns };
      const { stdout } = await cli(['help', ...name.split(' ').filter((word) => word !== '')], { terminal });
      const long = stdout.split('\n').filter((line) => line.length > columns);
      expect(long.filter((line) => line.trim().replace(/ \\$/, '').includes(' '))).toEqual([]);
      expect(stdout).toContain('\nExamples\n');
    }
  });

  it('fills a wide terminal up to 120 columns', async () => {
    const terminal = { stdout: true, stderr: true, columns: 300 };
    const { stdout } = await cli(['help', 'serve'], { terminal });
    expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeGreaterThan(100);
  });

  it.each(COMMANDS.map((command) => [command.name, command] as const))(
    'shows every option and argument of `%s`',
    async (name, command) => {
      const { exitCode, stdout } = await cli(['help', ...name.split(' ')]);
      expect(exitCode).toBe(0);
      for (const [option, { summary }] of Object.entries(command.options)) {
        expect(stdout).toContain(`--${option}`);
        expect(stdout).toMatch(new RegExp(spread(summary)));
      }
      for (const argument of command.arguments) expect(stdout).toContain(`  ${argument.name}`);
    },
  );

  it('marks optional arguments', async () => {
    const { stdout } = await cli(['help', 'derive']);
    expect(stdout).toContain('\n  castellan derive --path P --curve ');
    expect((await cli(['help', 'profile', 'set'])).stdout.replaceAll(/\n +/g, ' ')).toContain(
      'castellan profile set NAME [--base-url URL] [--auth-url URL] [--organization-id ID] [--signer-key HEX] [--notarizer-key HEX] [--fetcher-key HEX] [--auth-proxy-config-id ID] [--keep-serving on|off] [--blind-signing on|off] [--ask-to-sign on|off]',
    );
  });

  it('fits into 100 columns except for long words', async () => {
    for (const { name } of COMMANDS) {
      const { stdout } = await cli(['help', ...name.split(' ')]);
      expect(stdout.split('\n').filter((line) => line.length > 100 && line.trim().includes(' '))).toEqual([]);
    }
  });

  it('lists many choices once, behind the summary', async () => {
    const { stdout } = await cli(['help', 'export', 'open']);
    expect(stdout).toContain('[--format F]');
    expect(stdout.split('\nExamples\n')[0]?.match(/ADDRESS_FORMAT_ETHEREUM/g)).toHaveLength(1);
  });

  it('is the same by `help X`, `X --help` and `X -h`', async () => {
    const expected = (await cli(['help', 'call'])).stdout;
    expect((await cli(['call', '--help'])).stdout).toBe(expected);
    expect((await cli(['call', '--json', '{}', '-h'])).stdout).toBe(expected);
  });

  it.each(Object.values(OPERATIONS))('of the operation $name shows its JSON', async (operation) => {
    const { stdout } = await cli(['call', operation.name, '--help']);
    expect(stdout).toContain(`castellan call ${operation.name}`);
    expect(stdout).toMatch(new RegExp(spread(operation.summary)));
    const example = /^Example\n {2}(.*)$/m.exec(stdout)?.[1];
    if (operation.kind !== 'activity') return;
    expect(checkValue(operation.parameters, JSON.parse(example ?? '{}'))).toEqual([]);
    for (const member of Object.keys(schemaNode(operation.parameters).properties ?? {}))
      expect(stdout).toMatch(new RegExp(`^  ${member}[? ]`, 'm'));
  });

  it('of an operation shows optional members, allowed values and nested members', async () => {
    const { stdout } = await cli(['help', 'call', 'create_webhook_endpoint']);
    expect(stdout).toContain('  url ');
    expect(stdout).toMatch(/^ {2}subscriptions\? +Subscriptions: list of object$/m);
    expect(stdout).toMatch(/^ {2}subscriptions\?\[\]\.isActive\? +\S.*: boolean$/m);
    expect((await cli(['help', 'call', 'create_policy'])).stdout).toContain('Effect: EFFECT_ALLOW EFFECT_DENY');
    const unknown = await cli(['call', 'nothing', '--help']);
    expect([unknown.exitCode, unknown.stdout]).toEqual([2, '']);
  });

  it('of a group lists all its commands', async () => {
    const { stdout } = await cli(['key', '--help']);
    for (const verb of ['create', 'import', 'list', 'show', 'remove'])
      expect(stdout).toContain(`castellan key ${verb}`);
    expect(stdout).not.toContain('castellan profile');
    expect((await cli(['key', 'import', '--help'])).stdout).toContain('The window accepts no private key');
  });

  it('on an unknown command is wrong usage', async () => {
    const { exitCode, stdout, stderr } = await cli(['help', 'sign']);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(
      'init, serve, profile, key, call, send, request, stamp, export, import, move, webhook, address-book, interface, endpoint, history, address, derive, inspect, policy, audit, backup, lock, doctor, verify-download, check-update, tour, completion, help',
    );
  });

  it('goes to stderr with exit code 2 without arguments', async () => {
    const { exitCode, stdout, stderr } = await cli([]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toBe((await cli(['help'])).stdout);
  });
});

it('prints the bare version', async () => {
  expect(await cli(['--version'])).toEqual({ exitCode: 0, stdout: '1.2.3\n', stderr: '' });
});

describe('wrong usage ends with 2, says so on stderr and prints nothing on stdout', () => {
  const cases: readonly (readonly [string, readonly string[], string])[] = [
    ['an unknown command', ['mine', 'coins'], 'The commands are: init, serve, profile,'],
    ['an unknown command, by its name', ['mine', 'coins'], 'There is no command `mine`. Nothing was done.'],
    ['an unknown topic of help', ['help', 'coffee'], 'There is no command `coffee`. No help was shown.'],
    ['a word that may be a secret', ['Cord-5ecret'], 'There is no command of that name. Nothing was done.'],
    ['a verb with a typing error, by its name', ['key', 'craete'], '`key` has no command `craete`.'],
    ['a group without a verb', ['audit'], '`audit` needs one of: verify, export, archive, begin.'],
    [
      'a group with an unknown verb',
      ['profile', 'rename'],
      '`profile` needs one of: add, set, confirm, list, show, remove, use.',
    ],
    ['an unknown option', ['tour', '--fast'], '`tour` has no option --fast.'],
    ['a missing required option', ['address', '--public-key', 'ab'], '`address` needs --format ADDRESS_FORMAT_X'],
    ['an option without its value', ['call', 'whoami', '--json'], '--json needs a value (TEXT).'],
    [
      'an option in place of a value',
      ['call', 'whoami', '--json', '--dry-run'],
      '--json needs a value (TEXT), and an option follows it.',
    ],
    ['a negative number as a value', ['call', 'whoami', '--wait', '-1'], 'is written as --wait=VALUE.'],
    ['an empty path', ['serve', '--data', ''], 'The path of --data is empty. Nothing was done.'],
    ['an empty path of a file', ['call', 'whoami', '--file='], 'The path of --file is empty.'],
    ['an output to stdout that is a file', ['backup', 'create', '--out', '-'], '--out takes no -, because'],
    ['a value for a flag', ['call', 'whoami', '--dry-run=yes'], '--dry-run takes no value.'],
    ['an option given twice', ['call', 'whoami', '--json', '{}', '--json', '{}'], '--json was given 2 times.'],
    ['a missing argument', ['profile', 'use'], '`profile use` needs NAME'],
    ['an argument too many', ['doctor', 'now'], '`doctor` takes no arguments'],
    ['a store that does not exist', ['key', 'create', '--store', 'paper'], '--store takes keychain or file or pkcs11.'],
    [
      'a curve that is not supported',
      ['key', 'create', '--curve', 'p384'],
      '--curve takes p256 or secp256k1 or ed25519.',
    ],
    ['EIP-191 for a key of another curve', ['key', 'create', '--eip191'], '--eip191 is for keys of secp256k1.'],
    ['a dialect that does not exist', ['serve', '--dialect', 'klingon'], '--dialect takes spec or turnkey.'],
    [
      'a port that is no number',
      ['serve', '--port', '8o80'],
      '--port is not a whole number in its range. Nothing was done. Give one from 0 to 65535.',
    ],
    ['an endpoint without a chain', ['serve', '--rpc', 'https://node.test/key'], '--rpc is refused.'],
    ['an endpoint in the clear', ['serve', '--rpc', 'eip155:1=http://node.test/key'], 'write https://'],
    ['an endpoint that is no address', ['serve', '--rpc', 'eip155:1='], 'does not begin with https://, as in'],
    ['a port that is too large', ['serve', '--auth-port', '65536'], '--auth-port is not a whole number'],
    ['an operation as the SDK spells it', ['call', 'createWallet'], 'Nothing was sent. Write create_wallet.'],
    ['an operation as its address has it', ['call', '/public/v1/query/list-wallets'], 'Write list_wallets.'],
    ['an operation by its activity', ['call', 'ACTIVITY_TYPE_SIGN_TRANSACTION'], 'Write sign_transaction.'],
    ['an unknown operation', ['call', 'make_coffee'], 'List the operations with `castellan help call`.'],
    ['an operation with a typing error', ['call', 'creat_walet'], 'Did you mean create_wallet?'],
    ['a command with a typing error', ['porfile', 'list'], 'Did you mean `castellan profile`?'],
    ['the beginning of a command', ['hist', 'list'], 'Did you mean `castellan history`?'],
    ['a verb with a typing error', ['key', 'craete'], 'Did you mean `castellan key create`?'],
    ['an option with a typing error', ['call', 'whoami', '--profil', 'x'], 'Did you mean --profile?'],
    ['a choice with a typing error', ['key', 'create', '--store', 'keychian'], 'Did you mean keychain?'],
    [
      'an argument that is no choice',
      ['completion', 'fihs'],
      'SHELL is one of bash, zsh, fish. Nothing was done. Did you mean fish?',
    ],
    ['a topic of help with a typing error', ['help', 'serv'], 'Did you mean `castellan help serve`?'],
    ['an option before the command', ['--profile', 'desk', 'call'], 'Write options after the command'],
    ['--json twice', ['key', 'list', '--json', '--json'], '--json was given 2 times.'],
    [
      'a public key that is not hex',
      ['address', '--public-key', 'zz', '--format', 'ADDRESS_FORMAT_SOLANA'],
      '--public-key has a character that is not a hexadecimal digit',
    ],
    [
      'an address format that does not exist',
      ['address', '--public-key', 'ab', '--format', 'ETH'],
      '--format is not an address format of the interface. Nothing was computed. Write ADDRESS_FORMAT_ETHEREUM.',
    ],
    [
      'an address format that nobody can guess',
      ['address', '--public-key', 'ab', '--format', 'x'.repeat(40)],
      'Write one such as ADDRESS_FORMAT_ETHEREUM.',
    ],
  ];

  it.each(cases)('%s', async (_name, argv, message) => {
    const { exitCode, stdout, stderr } = await cli(argv);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^castellan: .*\((USAGE|UNKNOWN_OPERATION)\)\n$/s);
    expect([exitCode, stdout]).toEqual([2, '']);
  });
});

it.each([
  ['a command', [SECRET]],
  ['a verb', ['key', SECRET]],
  ['an argument too many', ['key', 'import', SECRET]],
  ['an unknown option', ['key', 'import', `--private-key=${SECRET}`]],
  ['a value of a flag', ['call', 'whoami', `--dry-run=${SECRET}`]],
  ['a wrong choice', ['key', 'create', '--store', SECRET]],
  ['an operation', ['call', SECRET]],
  ['a number', ['serve', '--port', SECRET]],
  ['JSON', ['call', 'whoami', '--json', SECRET]],
])('never repeats what was typed as %s, because it may be a secret', async (_place, argv) => {
  const { exitCode, stdout, stderr } = await cli(argv);
  expect(exitCode).toBe(2);
  expect(stdout + stderr).not.toContain(SECRET);
});

function asPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Matches the text with line breaks and indents in place of its blanks. */
function spread(text: string): string {
  return text.split(' ').map(asPattern).join('\\s+');
}
