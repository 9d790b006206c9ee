import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasHidden } from '../../../shared/wire/index.ts';
import { calling, encodeCall } from '../../meanings/evm-calls.ts';
import { edit } from '../../unit/engine/audit/audit-edit.ts';
import { Workstation } from './support.ts';

const workstation = new Workstation();
afterAll(() => workstation.close());
beforeAll(async () => {
  await workstation.useKeychain();
  // The first start may build the program and report the build.
  expect(await workstation.json(['interface', 'list'])).toEqual({ interfaces: [] });
});

const TILL = '0x7070707070707070707070707070707070707070';
const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const ABI = JSON.stringify([
  { type: 'function', name: 'pay', inputs: ['address', 'uint256'].map((type) => ({ name: type, type })) },
]);
const { unsignedTransaction } = calling(encodeCall('pay(address to, uint256 amount)', { to: ALICE, amount: 5n }), {
  to: TILL,
}).parameters;
const inspect = (...more: readonly string[]) =>
  workstation.run(['inspect', 'transaction', '--type', 'TRANSACTION_TYPE_ETHEREUM', ...more], {
    stdin: String(unsignedTransaction),
  });
const PLACE = ['--chain', 'eip155:1', '--address', TILL];

describe('what is kept of contracts and addresses, with no profile', () => {
  it('is shown, taken and listed', async () => {
    const till = workstation.write('Till.json', ABI);
    const added = await workstation.run(['interface', 'add', till, ...PLACE]);
    expect([added.exitCode, added.stderr]).toEqual([
      0,
      expect.stringMatching(/^Explain calls of “Till” on Ethereum:\n {2}“Till”: 0x[70]{40} on Ethereum: a JSON ABI/),
    ]);
    expect(added.stderr).toContain('  pay(address,uint256): named, with its arguments\n');
    const { id } = JSON.parse(added.stdout) as { id: string };
    const functions = [{ signature: 'pay(address,uint256)', says: null }];
    expect(await workstation.json(['interface', 'show', id])).toMatchObject({ id, name: 'Till', text: ABI, functions });
    const csv = `address,label,allowed\n${ALICE},Alice,yes\n${TILL},Till,no\n`;
    const taken = await workstation.run(['address-book', 'import', '-'], { stdin: csv });
    expect([taken.stderr, JSON.parse(taken.stdout)]).toEqual([
      `Take 2 entries into the address book:\n  ${ALICE}: “Alice”; allowed\n  ${TILL}: “Till”\n`,
      { taken: 2, leftOut: [] },
    ]);
    const again = await workstation.run(['address-book', 'import', '-'], { stdin: csv });
    expect([again.exitCode, again.stderr]).toEqual([
      2,
      expect.stringContaining('All these entries are already in the address book. Nothing was changed.'),
    ]);
    const empty = await workstation.run(['address-book', 'import', '-'], { stdin: 'address,label\n' });
    expect([empty.exitCode, empty.stderr]).toEqual([
      2,
      expect.stringContaining('There is no entry to take. Nothing was changed.'),
    ]);
    const { path } = await workstation.json<{ path: string }>(['address-book', 'export']);
    expect(readFileSync(path, 'utf8')).toMatch(/^address,chain,label,note,tags,allowed\r\n0xd8dA.*,,Alice,,,yes\r\n/);
    const out = join(workstation.home, 'mine.csv');
    expect(await workstation.json(['address-book', 'export', '--out', out])).toEqual({ path: out });
    expect(readFileSync(out, 'utf8')).toBe(readFileSync(path, 'utf8'));
  });

  it('describes texts that nobody signs, by a given interface first', async () => {
    const { stdout } = await inspect();
    expect(JSON.parse(stdout)).toMatchObject({
      headline: `Call “pay” of ${TILL}`,
      naming: {
        addresses: expect.arrayContaining([{ address: ALICE, relation: 'allowed', label: 'Alice', resembles: null }]),
      },
    });
    const other = workstation.write('other.json', ABI.replace('"pay"', '"paint"'));
    const added = await inspect('--text', '--interface', other, '--contract', `eip155:1:${TILL}`);
    expect(added.stdout).toContain('Call “pay” of “Till”\n');
    expect(added.stdout).toContain(`${ALICE} (“Alice”, allowed in your address book)\n`);
  });

  it.each([
    ['an address with a wrong letter', `${ALICE.replace('d8dA', 'd8da')},Mallory,`, 'line 3: The checksum of'],
    ['a chain that is none', `${ALICE},Mallory,moon:1`, 'line 3: The address is one of eip155, not of moon:1'],
    ['an address twice', `${TILL},Again,`, 'line 3: The same address stands above'],
    ['a name that hides something', `${ALICE},Mal\u202elory,`, 'line 3: The label has invisible'],
  ])('is not taken from a file with %s', async (_, line, why) => {
    const stdin = `address,label,chain\n${TILL},Till,\n${line}\n`;
    const { exitCode, stdout, stderr } = await workstation.run(['address-book', 'import', '-'], { stdin });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('1 of 2 entries are invalid. Nothing was imported.');
    expect(stderr).toContain(why);
  });
});

describe('against an attacker', () => {
  const attack = (sql: string) => edit(workstation.home, (database) => database.exec(sql));

  it('of two changes at once, one is made whole, and the other follows it or is refused with a request to try again', async () => {
    const names = ['One', 'Two'];
    const ran = await Promise.all(
      names.map((name, index) =>
        workstation.run(['address-book', 'add', `0x${String(index + 1).repeat(40)}`, '--label', name]),
      ),
    );
    for (const { exitCode, stderr } of ran)
      expect(`${exitCode} ${stderr}`).toMatch(/^0 (?!.*at the same time)|^2 .*was changed at the same time/s);
    const made = names.filter((_, index) => ran[index]?.exitCode === 0);
    expect(made.length).toBeGreaterThan(0);
    const { entries } = await workstation.json<{ entries: { label: string }[] }>(['address-book', 'list']);
    expect(entries.map(({ label }) => label)).toEqual(['Alice', ...made, 'Till'].toSorted());
  });

  it('a book that was edited names nobody until it is confirmed, and is shown as text', async () => {
    attack("UPDATE document SET body = CAST(replace(CAST(body AS TEXT), 'Alice', 'Mally') AS BLOB)");
    const listed = await workstation.run(['address-book', 'list']);
    expect([listed.exitCode, listed.stdout]).toEqual([1, '']);
    expect(listed.stderr).toContain('`castellan address-book confirm`');
    const { stdout } = await inspect();
    expect(stdout).not.toContain('Mally');
    expect(stdout).toContain('Castellan shows no names of the address book.');
    const confirmed = await workstation.run(['address-book', 'confirm']);
    expect(confirmed.stderr).toContain('The address book was changed outside Castellan.\n');
    expect(confirmed.stderr).toContain(`  ${ALICE}: “Mally”; allowed, changed: it was “Alice”; allowed\n`);
    expect((await inspect()).stdout).toContain('Mally');
  });

  it('a name that hides something cannot be confirmed, whoever wrote it', async () => {
    attack("UPDATE document SET body = CAST(replace(CAST(body AS TEXT), 'Mally', '\\u001b[2J\\u202eM') AS BLOB)");
    const { exitCode, stdout, stderr } = await workstation.run(['address-book', 'confirm']);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('The label has invisible or direction-changing characters');
    expect(hasHidden(stderr, true)).toBe(false);
  });

  it('the folder of another home, with its documents, is not taken for this one', async () => {
    const other = join(workstation.folder, 'other');
    cpSync(workstation.home, other, { recursive: true });
    execFileSync('rm', [join(other, 'credentials.json')]);
    const { exitCode, stdout } = await workstation.run(['interface', 'list'], {
      environment: { CASTELLAN_HOME: other },
    });
    expect([exitCode, stdout]).toEqual([1, '']);
  });
});
