import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cli, FakeEngine, ORGANIZATION, SIGNER_KEY } from './support.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-given-'));
  const write = (name: string, bytes: Uint8Array) => writeFileSync(join(folder, name), bytes, { mode: 0o600 });
  mkdirSync(join(folder, 'folder'), { mode: 0o700 });
  write('empty', Buffer.alloc(0));
  write('zeros', Buffer.alloc(100));
  write('utf-16', Buffer.from('\ufeff{"a":1}', 'utf16le'));
  write('utf-16-unmarked', Buffer.from('{"a":1}', 'utf16le'));
  write('latin-1', Buffer.from('{"a":"\u00e9"}', 'latin1'));
  write('long', Buffer.alloc(70 * 1024 * 1024, 0x20));
});
afterAll(() => rmSync(folder, { recursive: true }));

const FILES = ['missing', 'folder', 'empty', 'zeros', 'utf-16', 'utf-16-unmarked', 'latin-1', 'long'];

/** Commands that read a file which a person gives, with FILE for its path. */
const COMMANDS: readonly (readonly string[])[] = [
  ['call', 'create_wallet', '--file', 'FILE'],
  ['send', 'FILE'],
  ['policy', 'check', 'FILE'],
  ['policy', 'explain', 'FILE'],
  ['policy', 'try', 'FILE'],
  ['address-book', 'import', 'FILE'],
  ['key', 'import', '--file', 'FILE'],
  ['import', 'wallet', 'W', '--file', 'FILE'],
  ['import', 'key', 'K', '--format', 'ADDRESS_FORMAT_ETHEREUM', '--file', 'FILE'],
  ['profile', 'add', 'desk', '--from', 'FILE'],
  [
    'export',
    'open',
    '--target',
    't',
    '--bundle',
    'FILE',
    '--organization-id',
    ORGANIZATION,
    '--unproven',
    '--signer-key',
    SIGNER_KEY,
    '--out',
    '-',
  ],
  ['webhook', 'verify', '--headers', 'FILE', '--body', 'FILE', '--jwks', 'FILE'],
];

/** The text of the refusal. A command that takes the file goes on to an engine that this test has not. */
async function said(argv: readonly string[], file: string): Promise<string> {
  const engine = new FakeEngine({});
  const { stderr } = await cli(
    argv.map((word) => (word === 'FILE' ? join(folder, file) : word)),
    { engine },
  );
  const text = stderr.replaceAll(folder, '/given').trim().split('\n')[0] ?? '';
  return text.endsWith('(INTERNAL)') ? 'The command takes the file, and its reader judges the content.' : text;
}

it('every command says what is wrong with the file that it is given', async () => {
  const lines: string[] = [];
  for (const argv of COMMANDS) {
    lines.push(argv.slice(0, 4).join(' '));
    for (const file of FILES) lines.push(`  ${file}`, `      ${await said(argv, file)}`);
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('given-files.txt');
});

it.each([
  ['missing', 'could not be read: there is no such file or folder. Nothing was done. Check the path.'],
  ['folder', 'is a folder. It was not used, and nothing was done. Name a file.'],
])('a file with a PIN is looked at also where no PIN is needed, when it is %s', async (file, why) => {
  expect(await said(['call', 'whoami', '--pin-file', 'FILE'], file)).toContain(
    `The file with the PIN /given/${file} ${why}`,
  );
});
