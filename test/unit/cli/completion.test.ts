import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMAND_TABLE, COMMANDS } from '../../../electron/cli/commands/index.ts';
import { completionScript, SHELLS } from '../../../electron/cli/completion/index.ts';
import { manualFiles } from '../../../electron/cli/manual.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { cli } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-completion-'));
const state = join(folder, 'state');
mkdirSync(state);
mkdirSync(join(folder, 'drawer'));
writeFileSync(join(folder, 'bundle.json'), '');
const profiles = [
  { name: 'desk', organizationName: 'Ltd' },
  { name: 'cold store', organizationName: 'x' },
];
writeFileSync(join(state, 'profiles.json'), JSON.stringify({ format: 'castellan-profiles', profiles }, null, 2));
for (const shell of SHELLS) writeFileSync(join(folder, shell), completionScript(shell, COMMAND_TABLE));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0;
const environment = { PATH: process.env.PATH, HOME: folder, CASTELLAN_HOME: state, TERM: 'dumb' };

/** The words that a shell offers for a line with the cursor at its end. */
function offered(shell: 'bash' | 'fish', line: string): string[] {
  const program =
    shell === 'bash'
      ? `source "$0"; COMP_LINE=$1; COMP_POINT=\${#1}; COMP_WORDBREAKS=$' \\t\\n=:'; _castellan; printf '%s\\n' "\${COMPREPLY[@]}"`
      : 'source $argv[1]; complete -C $argv[2]';
  const { stdout, stderr } = spawnSync(shell, ['-c', program, join(folder, shell), line], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout
    .split('\n')
    .map((text) => text.split('\t')[0] ?? '')
    .filter((text) => text !== '');
}

const CASES: readonly (readonly [string, readonly string[]])[] = [
  ['castellan ke', ['key']],
  ['castellan key i', ['import']],
  ['castellan --json key li', ['list']],
  ['castellan key create --cu', ['--curve']],
  ['castellan key create --curve ', ['p256', 'secp256k1', 'ed25519']],
  ['castellan key create --profile desk --store pk', ['pkcs11']],
  ['castellan call create_wa', ['create_wallet', 'create_wallet_accounts', 'create_wallet_accounts_v1']],
  ['castellan address --format ADDRESS_FORMAT_ETH', ['ADDRESS_FORMAT_ETHEREUM']],
  ['castellan completion ', ['bash', 'zsh', 'fish']],
  ['castellan export open --bundle bun', ['bundle.json']],
  ['castellan profile use de', ['desk']],
  ['castellan key list --profile d', ['desk']],
  ['castellan profile add ', []],
];

const sorted = (words: readonly string[]) => words.toSorted();

describe.each(['bash', 'fish'] as const)('%s', (shell) => {
  it.runIf(isInstalled(shell)).each(CASES)('completes %j', (line, expected) => {
    const wanted = expected.filter((word) => !word.startsWith('create_') || Object.hasOwn(OPERATIONS, word));
    const found = offered(shell, line).filter((word) => !word.startsWith('--') || line.includes('--cu'));
    expect(sorted(found)).toEqual(sorted(wanted));
  });

  it.runIf(isInstalled(shell))('offers every first word, every verb and every option', () => {
    const words = [...new Set(COMMANDS.map(({ name }) => name.split(' ')[0] ?? ''))];
    expect(offered(shell, 'castellan ')).toEqual(expect.arrayContaining(words));
    const verbs = COMMANDS.filter(({ name }) => name.startsWith('backup ')).map(({ name }) => name.slice(7));
    expect(sorted(offered(shell, 'castellan backup '))).toEqual(sorted(verbs));
    const options = COMMANDS.find(({ name }) => name === 'serve')?.options ?? {};
    const spelled = Object.keys(options).map((name) => `--${name}`);
    expect(offered(shell, 'castellan serve --')).toEqual(expect.arrayContaining([...spelled, '--json']));
  });
});

describe('bash', () => {
  it('completes a value with a colon by replacing only its end', () => {
    expect(offered('bash', 'castellan history list --chain eip155:137')).toEqual(['137']);
    expect(offered('bash', 'castellan history list --chain=eip155:137')).toEqual(['137']);
  });

  it('quotes a profile with a blank, and completes folders', () => {
    expect(offered('bash', 'castellan profile use c')).toEqual(['cold\\ store']);
    expect(offered('bash', 'castellan serve --data dr')).toEqual(['drawer']);
  });

  it('completes `help` with commands and their verbs', () => {
    expect(offered('bash', 'castellan help audi')).toEqual(['audit']);
    expect(offered('bash', 'castellan help audit v')).toEqual(['verify']);
  });

  it('does not count an option’s value as an argument', () => {
    expect(offered('bash', 'castellan call --profile desk who')).toEqual(['whoami']);
    expect(offered('bash', 'castellan call whoami who')).toEqual([]);
    expect(offered('bash', 'castellan --json call who')).toEqual(['whoami']);
    expect(offered('bash', 'castellan call --json ')).toEqual([]);
  });
});

it.runIf(isInstalled('zsh'))('zsh reads its script', () => {
  const { status, stderr } = spawnSync('zsh', ['-n', join(folder, 'zsh')], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

it.each(SHELLS)('`castellan completion %s` prints the script', async (shell) => {
  expect((await cli(['completion', shell])).stdout).toBe(completionScript(shell, COMMAND_TABLE));
});

describe('the manual of a package', () => {
  const files = manualFiles('1.2.3');
  const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? '';

  it('has a page for the program and for each first word, and the three scripts', () => {
    const words = [...new Set(COMMANDS.map(({ name }) => name.split(' ')[0]))];
    expect(sorted(files.map(({ path }) => path))).toEqual(
      sorted([
        'man/man1/castellan.1',
        ...words.map((word) => `man/man1/castellan-${word}.1`),
        'bash-completion/completions/castellan',
        'zsh/vendor-completions/_castellan',
        'fish/vendor_completions.d/castellan.fish',
      ]),
    );
  });

  it('names the version, the state folder, and every option of a command', () => {
    expect(textOf('man/man1/castellan.1')).toContain('"Castellan 1.2.3"');
    expect(textOf('man/man1/castellan.1')).toContain('~/.local/share/castellan');
    const page = textOf('man/man1/castellan-export.1').replaceAll('\\-', '-');
    for (const { name, options } of COMMANDS.filter(({ name }) => name.startsWith('export ')))
      for (const option of Object.keys(options)) expect(page, name).toContain(`\\fB--${option}`);
  });

  it.runIf(isInstalled('man'))('is read by man without a warning', () => {
    for (const { path, text } of files.filter((file) => file.path.startsWith('man/'))) {
      writeFileSync(join(folder, 'page.1'), text);
      const { status, stdout, stderr } = spawnSync('man', ['--warnings', '-l', join(folder, 'page.1')], {
        env: { ...environment, LC_ALL: 'C.UTF-8', MANWIDTH: '80' },
        encoding: 'utf8',
      });
      expect([path, status, stderr]).toEqual([path, 0, '']);
      expect(stdout).toContain('SEE ALSO');
    }
  });
});
