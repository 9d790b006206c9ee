import { describe, expect, it } from 'vitest';
import type { Inspection } from '../../../electron/engine/index.ts';
import type { Description, Naming } from '../../../shared/model/index.ts';
import { bytesInput, cli, FakeEngine, type Setting } from './support.ts';

const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const WHOLE: Description = {
  headline: `Send 1 ETH to ${ALICE}`,
  decoded: {
    title: 'Transaction',
    summary: [{ name: 'To', value: ALICE, kind: 'address' }],
    fields: [],
    unexplained: [],
  },
  judged: 'whole',
  mark: null,
  findings: [],
};
const UNREADABLE: Description = { ...WHOLE, headline: 'It cannot be told', decoded: null, judged: 'unreadable' };
const NAMING: Naming = {
  headline: `${WHOLE.headline} (“Al\u202eice” in your address book)`,
  ids: [],
  addresses: [{ address: ALICE, relation: 'known', label: 'Al\u202eice', resembles: null }],
  findings: [{ level: 'care', text: 'New \u001b[2Jhere.', field: null, basis: null }],
};

const inspected: Parameters<Inspection['inspect']>[0][] = [];
const inspect = (
  kind: string,
  description: Description,
  naming: Naming | null,
  stdin: string,
  ...more: readonly string[]
) => inspectOn(undefined, kind, description, naming, stdin, ...more);
const inspectOn = (
  terminal: Setting['terminal'],
  kind: string,
  description: Description,
  naming: Naming | null,
  stdin: string,
  ...more: readonly string[]
) => {
  const engine = new FakeEngine({
    inspection: {
      async inspect(input) {
        inspected.push(input);
        return { description, naming };
      },
    },
  });
  const on = terminal === undefined ? {} : { terminal };
  return cli(['inspect', ...kind.split(' '), ...more], { engine, stdin: bytesInput(stdin), ...on });
};
const TRANSACTION = 'transaction --type TRANSACTION_TYPE_ETHEREUM';

describe('inspect', () => {
  it('prints the explanation alone without state, and with known addresses otherwise', async () => {
    expect(JSON.parse((await inspect(TRANSACTION, WHOLE, null, '02')).stdout)).toEqual(WHOLE);
    expect(JSON.parse((await inspect(TRANSACTION, WHOLE, NAMING, '02')).stdout)).toEqual({ ...WHOLE, naming: NAMING });
  });

  it('prints names beside their addresses, and no name controls the terminal', async () => {
    const { stdout } = await inspect(TRANSACTION, WHOLE, NAMING, '02', '--text');
    expect(stdout.split('\n')).toEqual([
      'Care: New \\u{1b}[2Jhere.',
      `Send 1 ETH to ${ALICE} (“Al\\u{202e}ice” in your address book)`,
      `  To: ${ALICE} (“Al\\u{202e}ice”, in your address book)`,
      'Transaction',
      '',
    ]);
  });

  it.each([
    ['activity', '{"a":\r\n "b\u202e"}', 'all of it: \n    {"a":\\u{d}\n     "b\\u{202e}"}\n'],
    ['activity', 'activity', 'all of it: 0x6163746976697479\n'],
    ['activity', '"Danger: none"', 'all of it: 0x2244'],
    ['bundle', '{"a":1}', 'all of it: \n    {"a":1}\n'],
    [TRANSACTION, '{"a":1}', 'all of it: “{"a":1}”\n'],
    [TRANSACTION, ' 0x02Df\n', 'all of it: 0x02df\n'],
  ])('shows undecodable content completely, JSON as text: %s %j', async (kind, given, shown) => {
    const { exitCode, stdout } = await inspect(kind, UNREADABLE, null, given, '--text');
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`  ${shown}`);
  });

  it('prints the same words on a terminal, and JSON there with --json', async () => {
    const terminal = { stdout: true, stderr: true };
    const words = await inspect(TRANSACTION, WHOLE, NAMING, '02', '--text');
    expect((await inspectOn(terminal, TRANSACTION, WHOLE, NAMING, '02')).stdout).toBe(words.stdout);
    const { stdout } = await inspectOn(terminal, TRANSACTION, WHOLE, null, '02', '--json');
    expect(JSON.parse(stdout)).toEqual(WHOLE);
  });

  it('prints the bytes in JSON', async () => {
    expect(JSON.parse((await inspect('activity', UNREADABLE, null, '{}')).stdout).raw).toBe('0x7b7d');
  });

  it('reads an interface from a file only, because stdin has the content', async () => {
    const before = inspected.length;
    const contract = ['--interface', '-', '--contract', `eip155:1:${ALICE}`];
    const { exitCode, stderr } = await inspect(TRANSACTION, WHOLE, null, '02', ...contract);
    expect([exitCode, stderr, inspected.length]).toEqual([2, expect.stringContaining('takes a file'), before]);
  });
});
