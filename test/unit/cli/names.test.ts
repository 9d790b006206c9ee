import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../electron/engine/index.ts';
import { AppError } from '../../../shared/errors/index.ts';
import type { QuestionOf } from '../../../shared/ipc/index.ts';
import {
  type AddressEntry,
  INTERFACE_LIMITS,
  MAXIMUM_ENDPOINT_ADDRESS,
  type TakenLine,
} from '../../../shared/model/index.ts';
import { bytesInput, cli, FakeEngine, profileRow, terminalInput } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-names-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const TILL = `0x${'70'.repeat(20)}`;
const alice: AddressEntry = { address: ALICE, chain: null, label: 'Alice', note: '', tags: [], allowed: false };

/** A command whose engine asks about a change of the document first. */
function asking(change: Partial<QuestionOf<'changeDocument'>> = {}) {
  const question: QuestionOf<'changeDocument'> = {
    kind: 'changeDocument',
    document: 'addresses',
    called: 'address book',
    isOutside: false,
    headline: 'Add “Alice” to the address book',
    entries: [{ member: ALICE, is: '“Alice”', was: null, changed: true }],
    ...change,
  };
  const engine: FakeEngine = new FakeEngine({
    addresses: {
      async save(entry) {
        const answer = await engine.options[0]?.consent(question);
        if (answer?.confirmed !== true) throw new AppError('NOT_CONFIRMED', 'You did not confirm this change.');
        return entry;
      },
    },
  });
  return engine;
}

describe('an external change of the address book or the contracts', () => {
  const ADD = ['address-book', 'add', ALICE, '--label', 'Alice'];

  it.each([
    ['y\n', 0],
    ['\n', 1],
  ])('is shown, then asked about on a terminal: %j', async (typed, code) => {
    const { exitCode, stdout, stderr } = await cli(ADD, { engine: asking(), stdin: terminalInput(typed) });
    expect(exitCode).toBe(code);
    expect(stderr).toContain(`Add “Alice” to the address book:\n  ${ALICE}: “Alice”\nDo that? y/N`);
    expect(stdout === '').toBe(code === 1);
  });

  it('is shown where nobody can be asked: the command is the answer', async () => {
    const { exitCode, stderr } = await cli(ADD, { engine: asking() });
    expect([exitCode, stderr]).toEqual([0, `Add “Alice” to the address book:\n  ${ALICE}: “Alice”\n`]);
  });

  it('shows that it is external and the earlier values, and cannot control the terminal', async () => {
    const entries = [{ member: 'a\u001b[2J\nb', is: 'new\u202e', was: 'old\r', changed: true }];
    const { stderr } = await cli(ADD, { engine: asking({ isOutside: true, entries }), stdin: terminalInput('n\n') });
    expect(stderr).toContain('The address book was changed outside Castellan.\n');
    expect(stderr).toContain('  a\\u{1b}[2J\\u{a}b: new\\u{202e}, changed: it was old\\u{d}\n');
  });
});

function book(parts: Partial<Engine['addresses']>) {
  return new FakeEngine({ profiles: { current: () => profileRow }, addresses: parts });
}

describe('address-book', () => {
  it('passes the typed values to the engine, and prints the stored ones', async () => {
    const saved: unknown[] = [];
    const engine = book({
      save: async (...given) => {
        saved.push(given);
        return alice;
      },
    });
    const given = ['--chain', 'eip155:1', '--note', 'met', '--tags', 'friend,london', '--allowed'];
    const { exitCode, stdout } = await cli(['address-book', 'add', ALICE, '--label', 'Alice', ...given], { engine });
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, alice]);
    expect(saved).toEqual([
      [{ ...alice, chain: 'eip155:1', note: 'met', tags: ['friend', 'london'], allowed: true }, null],
    ]);
  });

  it('removes an address’s only entry, or the named one of several', async () => {
    const removed: unknown[] = [];
    const two = [alice, { ...alice, chain: 'eip155:1' }];
    const engine = book({ entriesOf: async () => two, remove: async (entry) => void removed.push(entry) });
    const unclear = await cli(['address-book', 'remove', ALICE], { engine });
    expect([unclear.exitCode, unclear.stdout]).toEqual([2, '']);
    expect(unclear.stderr).toContain('This address has 2 entries: one of any chain, eip155:1. Nothing was removed.');
    expect((await cli(['address-book', 'remove', ALICE, '--chain', 'eip155:1'], { engine })).exitCode).toBe(0);
    expect((await cli(['address-book', 'remove', ALICE, '--chain', 'eip155:5'], { engine })).exitCode).toBe(1);
    expect(removed).toEqual([two[1]]);
    const none = book({ entriesOf: async () => [] });
    expect((await cli(['address-book', 'show', ALICE], { engine: none })).stderr).toContain('(NOT_FOUND)');
  });

  const taking = (lines: readonly TakenLine[]) => {
    const took: unknown[] = [];
    const engine = book({
      async take(text, take, how) {
        took.push([text, take, how?.as]);
        return { lines: [...lines], taken: lines.filter(({ problem }) => problem === null).length };
      },
    });
    return { engine, took };
  };
  const good = { line: 2, label: 'Alice', problem: null };
  const wrong = (line: number) => ({ line, label: '', problem: 'It has no label' });

  it('imports a file completely or not at all', async () => {
    const { engine, took } = taking([good, ...Array.from({ length: 30 }, (_, index) => wrong(index + 3))]);
    const path = file('book.csv', 'address,label');
    const { exitCode, stdout, stderr } = await cli(['address-book', 'import', path, '--format', 'csv'], { engine });
    expect([exitCode, stdout, took]).toEqual([2, '', [['address,label', false, 'csv']]]);
    expect(stderr).toMatch(/30 of 31 entries are invalid\. Nothing was imported\.[\s\S]*line 3: It has no label/);
    expect(stderr.match(/It has no label/g)).toHaveLength(20);
    expect(stderr).toContain('  and: 10 more\n');
  });

  it('skips invalid entries only on request, and lists them', async () => {
    const { engine, took } = taking([good, wrong(3)]);
    const stdin = bytesInput('[]');
    const { exitCode, stdout, stderr } = await cli(['address-book', 'import', '-', '--valid-only'], { engine, stdin });
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      0,
      { taken: 1, leftOut: [{ line: 3, problem: 'It has no label' }] },
    ]);
    expect(stderr).toContain('Left out, line 3: It has no label');
    expect(took).toEqual([
      ['[]', false, undefined],
      ['[]', true, undefined],
    ]);
  });
});

describe.each([
  ['address-book import', 9 * 1024 * 1024],
  ['interface add', INTERFACE_LIMITS.text + 1],
  ['endpoint add eip155:1', MAXIMUM_ENDPOINT_ADDRESS + 1],
])('%s', (command, tooLong) => {
  const run = (path: string, stdin = bytesInput()) =>
    cli([...command.split(' '), path, ...(command === 'interface add' ? ['--name', 'Till'] : [])], { stdin });

  it('refuses a file that is not there, is too long or is no text', async () => {
    const missing = await run(join(folder, 'nowhere'));
    expect([missing.exitCode, missing.stdout, missing.stderr]).toEqual([
      1,
      '',
      expect.stringContaining('no such file'),
    ]);
    const long = await run(file('long', ' '.repeat(tooLong)));
    expect([long.exitCode, long.stdout, long.stderr]).toEqual([1, '', expect.stringContaining('is longer than')]);
    const longInput = await run('-', bytesInput(' '.repeat(tooLong)));
    expect([longInput.exitCode, longInput.stderr]).toEqual([2, expect.stringContaining('on stdin is longer than')]);
    const noText = await run(file('bytes', Uint8Array.of(0x5b, 0xff, 0x5d)));
    expect([noText.exitCode, noText.stderr]).toEqual([2, expect.stringContaining('UTF-8')]);
  });
});

describe('interface add', () => {
  const adding = () => {
    const added: { name: string; chain: string; address: string; text: string }[] = [];
    const engine = new FakeEngine({
      interfaces: {
        async add(given) {
          added.push(given);
          const { name, chain, address } = given;
          return { name, chain, address, kind: 'abi', added: 1 };
        },
      },
    });
    return { engine, added };
  };
  const of = (...deployments: readonly object[]) => JSON.stringify({ context: { contract: { deployments } } });
  const [ONE, OTHER] = [
    { chainId: 1, address: TILL },
    { chainId: 10, address: ALICE },
  ];

  it.each([
    ['a descriptor of one contract', of(ONE), [], ['eip155:1', TILL]],
    ['one of several, by its chain', of(ONE, OTHER), ['--chain', 'eip155:10'], ['eip155:10', ALICE]],
    ['one of several, by its address', of(ONE, OTHER), ['--address', TILL.toUpperCase()], ['eip155:1', TILL]],
    ['an ABI', '[]', ['--chain', 'eip155:5', '--address', ALICE], ['eip155:5', ALICE]],
  ])('accepts %s, named after its file', async (_, text, options, [chain, address]) => {
    const { engine, added } = adding();
    const { exitCode, stdout } = await cli(['interface', 'add', file('Till.json', text), ...options], { engine });
    expect([exitCode, added]).toEqual([0, [{ name: 'Till', chain, address, text }]]);
    expect(JSON.parse(stdout)).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{16}$/), name: 'Till' });
  });

  it.each([
    ['an ABI', '[]', [], 'The file names no contract.'],
    ['several contracts', of(ONE, OTHER), [], `The file names 2 contracts: eip155:1:${TILL}, eip155:10:`],
    ['another chain than it names', of(ONE), ['--chain', 'eip155:2'], 'The file names no contract.'],
    ['no JSON', 'approve', [], 'it is not JSON'],
    ['stdin without a name', null, ['--chain', 'eip155:1'], 'An interface from stdin has no name.'],
  ])('refuses %s without its contract', async (_, text, options, why) => {
    const { engine, added } = adding();
    const path = text === null ? '-' : file('Till.json', text);
    const { exitCode, stdout, stderr } = await cli(['interface', 'add', path, ...options], { engine });
    expect([exitCode, stdout, added]).toEqual([2, '', []]);
    expect(stderr).toContain(why);
  });

  it('is shown and removed only by its listed id', async () => {
    const rows = ['One', 'Two'].map(
      (name) => ({ name, chain: 'eip155:1', address: TILL, kind: 'abi', added: 1 }) as const,
    );
    const removed: unknown[] = [];
    const engine = new FakeEngine({
      interfaces: { list: async () => rows, remove: async (row) => void removed.push(row) },
    });
    const listed = JSON.parse((await cli(['interface', 'list'], { engine })).stdout).interfaces;
    expect(new Set(listed.map(({ id }: { id: string }) => id)).size).toBe(2);
    expect((await cli(['interface', 'remove', listed[1].id], { engine })).exitCode).toBe(0);
    expect(removed).toEqual([rows[1]]);
    const unknown = await cli(['interface', 'remove', '0'.repeat(16)], { engine });
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('(NOT_FOUND)')]);
  });
});

describe('endpoint', () => {
  const row = { id: '0123456789abcdef', chain: 'eip155:1', origin: 'https://node.test', hides: true } as const;
  const shown = { ...row, works: null, problem: null };

  it('adds the node with the address in a file, and prints it without a possible key', async () => {
    const added: unknown[] = [];
    const engine = new FakeEngine({
      endpoints: {
        async add(given) {
          added.push(given);
          return shown;
        },
      },
    });
    const path = file('node.txt', 'https://node.test/key\n');
    const { exitCode, stdout } = await cli(['endpoint', 'add', 'eip155:1', path], { engine });
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, shown]);
    expect(added).toEqual([{ chain: 'eip155:1', url: expect.stringContaining('https://node.test/key') }]);
    const unknown = await cli(['endpoint', 'add', 'eip155:12345', path], { engine });
    expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('eip155:1, ')]);
    expect(added).toHaveLength(1);
  });

  it('removes the node with that id', async () => {
    const removed: string[] = [];
    const engine = new FakeEngine({
      endpoints: { list: async () => [shown], remove: async (id) => void removed.push(id) },
    });
    expect((await cli(['endpoint', 'remove', row.id.toUpperCase()], { engine })).exitCode).toBe(0);
    expect(removed).toEqual([row.id]);
  });
});

it('says how to accept an external change', async () => {
  const changed = () => Promise.reject(new AppError('DOCUMENT_CHANGED', 'The address book was changed.'));
  const { exitCode, stderr } = await cli(['address-book', 'list'], { engine: book({ book: changed }) });
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('`castellan address-book confirm`')]);
});
