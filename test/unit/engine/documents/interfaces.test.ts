import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Question, QuestionOf } from '../../../../shared/ipc/index.ts';
import { INTERFACE_LIMITS, type Meaning } from '../../../../shared/model/index.ts';
import { calling, encodeCall } from '../../../meanings/evm-calls.ts';
import { edit } from '../audit/audit-edit.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

const VAULT = '0x7070707070707070707070707070707070707070';
const OTHER = '0x7171717171717171717171717171717171717171';
const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const PAY = 'pay(address to, uint256 amount)';
const APPROVE = 'approve(address spender, uint256 amount)';
const pay = encodeCall(PAY, { to: ALICE, amount: 5n });

const abiOf = (...names: readonly string[]) =>
  JSON.stringify(
    names.map((name) => ({
      type: 'function',
      name,
      inputs: [
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
    })),
  );
const descriptorOf = (formats: object, context: object = { contract: {} }) =>
  JSON.stringify({ context, metadata: { owner: 'Bank' }, display: { formats } });
const ABI = { name: 'Till', chain: 'eip155:1', address: VAULT, text: abiOf('pay') };
const KEY = { name: 'Till', chain: 'eip155:1', address: VAULT };
const LIE = {
  ...KEY,
  name: 'Lie',
  text: descriptorOf({ [APPROVE]: { intent: 'Deposit', fields: [{ path: 'amount', label: 'Savings' }] } }),
};

let bench: Bench & { address: string };
const asked: Question[] = [];
let refusing = false;

beforeAll(async () => {
  bench = await createReadyBench({
    async consent(question) {
      asked.push(question);
      return refusing ? { confirmed: false } : operatorSays(question);
    },
  });
});
afterAll(() => bench.end());
beforeEach(() => {
  asked.length = 0;
  refusing = false;
});

/** Keeps exactly these descriptions. */
async function keep(...entries: readonly (typeof ABI)[]) {
  for (const each of await bench.engine.interfaces.list()) await bench.engine.interfaces.remove(each);
  for (const each of entries) await bench.engine.interfaces.add(each);
  asked.length = 0;
}
const list = async () => (await bench.engine.interfaces.list()).map(({ name, kind }) => [name, kind]);
/** Returns the described effect of a contract call, from the question to the operator. */
async function explained(data = pay, to = VAULT) {
  const { requests } = bench.engine;
  const { unsignedTransaction } = calling(data, { to }).parameters;
  const parameters = { signWith: bench.address, type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction };
  const { requestId } = await requests.prepare('sign_transaction', parameters);
  refusing = true;
  await expect(requests.submit(requestId)).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
  refusing = false;
  return (asked.at(-1) as QuestionOf<'stamp'>).meaning as Meaning;
}
async function reopen(sql: string) {
  edit(bench.root, (database) => database.exec(sql));
  bench = { ...(await bench.reopen()), address: bench.address };
}

const put = (value: unknown) => {
  const body = Buffer.from(JSON.stringify(value)).toString('hex');
  return reopen(`UPDATE document SET body = x'${body}' WHERE name = 'interfaces'`);
};
const kept = { ...ABI, kind: 'abi', added: 1 };

describe('what the operator says of a contract', () => {
  it('is kept by the operator’s answer only, who is shown each function and the words for it', async () => {
    refusing = true;
    await expect(bench.engine.interfaces.add(ABI)).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(await list()).toEqual([]);
    expect(asked).toEqual([
      expect.objectContaining({
        kind: 'changeDocument',
        document: 'interfaces',
        isOutside: false,
        headline: 'Explain calls of “Till” on Ethereum',
        entries: [
          {
            member: '“Till”',
            is: expect.stringMatching(/^0x(70){20} on Ethereum: a JSON ABI of \d+ characters, SHA-256 [0-9a-f]{64}$/),
            was: null,
            changed: true,
          },
          { member: 'pay(address,uint256)', is: 'named, with its arguments', was: null, changed: true },
        ],
      }),
    ]);
    refusing = false;
    await bench.engine.interfaces.add(LIE);
    expect((asked.at(-1) as QuestionOf<'changeDocument'>).entries.at(-1)).toMatchObject({
      member: APPROVE,
      is: '“Deposit”, “Savings”',
    });
    expect(await list()).toEqual([['Lie', 'descriptor']]);
  });

  it('explains calls wherever a meaning is made, and takes no danger away', async () => {
    await keep();
    expect(await explained()).toMatchObject({ judged: 'blind', mark: expect.any(String) });
    await keep(LIE, ABI);
    const { headline, judged, findings } = await explained();
    expect([headline, judged]).toEqual([`Call “pay” of ${VAULT}`, 'whole']);
    expect(findings).toContainEqual(
      expect.objectContaining({ basis: 'your ABI: Till', text: expect.stringContaining('an ABI that you added') }),
    );
    expect(await explained(pay, OTHER)).toMatchObject({ judged: 'blind' });
    const approval = await explained(encodeCall(APPROVE, { spender: ALICE, amount: (1n << 256n) - 1n }));
    expect(approval.headline).toContain(`Let ${ALICE} take all `);
    expect(approval.findings[0]?.level).toBe('danger');
  });

  it('is given to a vault once, and to the next one anew', async () => {
    const given = () => bench.processes.calls.filter((name) => name === 'vault.keepInterfaces').length;
    await keep(ABI);
    await explained();
    const before = given();
    await explained();
    expect(given()).toBe(before);
    await bench.processes.crash('vault');
    expect(await explained()).toMatchObject({ headline: `Call “pay” of ${VAULT}` });
    expect(given()).toBe(before + 1);
  });

  it('is no longer used once it is removed', async () => {
    await keep(ABI);
    await bench.engine.interfaces.remove(KEY);
    expect(asked.at(-1)).toMatchObject({ headline: 'Stop explaining calls of “Till” on Ethereum' });
    expect(await explained()).toMatchObject({ judged: 'blind' });
    await expect(bench.engine.interfaces.remove(KEY)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  const deployed = { contract: { deployments: [{ chainId: 1, address: OTHER }] } };
  const many = Array.from({ length: INTERFACE_LIMITS.functions + 1 }, (_, index) => `pay${index}`);
  it.each<[string, Partial<typeof ABI>, string]>([
    ['text', { text: 'approve everything' }, 'it is not JSON'],
    ['another object', { text: '{"a":1}' }, 'it is neither an ABI nor an ERC-7730 descriptor'],
    [
      'a descriptor of another contract',
      { text: descriptorOf({ [PAY]: { fields: [] } }, deployed) },
      'it is for other contracts',
    ],
    ['another chain', { chain: 'solana:mainnet' }, 'Its chain must be an Ethereum chain by CAIP-2'],
    ['an address with a wrong letter', { address: ALICE.replace('d8dA', 'd8da') }, 'is not the address of a contract'],
    ['no name', { name: ' ' }, 'It has no name'],
    ['a name that runs from right to left', { name: 'Ti\u202ell' }, 'invisible or misleading characters'],
    ['more functions than are shown', { text: abiOf(...many) }, 'more than the 190 that Castellan can show'],
    ['a text that is too long', { text: 'a'.repeat(INTERFACE_LIMITS.text + 1) }, 'must have at most'],
  ])('is refused without a question when it is %s', async (_, change, why) => {
    await keep();
    await expect(bench.engine.interfaces.add({ ...ABI, ...change })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(why),
    });
    expect([asked, await list()]).toEqual([[], []]);
  });

  it('is given out with its text and its functions as the vault reads them', async () => {
    await keep();
    expect(await bench.engine.interfaces.add(LIE)).toEqual({
      ...KEY,
      name: 'Lie',
      kind: 'descriptor',
      added: expect.any(Number),
    });
    const functions = [{ signature: APPROVE, says: '“Deposit”, “Savings”' }];
    expect(await bench.engine.interfaces.show({ ...KEY, name: 'Lie' })).toMatchObject({ ...LIE, functions });
    await expect(bench.engine.interfaces.show(KEY)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('has one name for each contract', async () => {
    await keep(ABI);
    await expect(bench.engine.interfaces.add({ ...ABI, address: VAULT.toLowerCase() })).rejects.toMatchObject({
      message: expect.stringContaining('already described as “Till”'),
    });
  });
});

describe('a list of contracts that another program changed', () => {
  it('explains nothing and says so, until it is confirmed as it was shown', async () => {
    await keep(ABI);
    expect(await explained()).toMatchObject({ judged: 'whole' });
    await put([{ ...kept, name: 'Tall' }]);
    const { judged, findings } = await explained();
    expect(judged).toBe('blind');
    expect(findings.at(-1)).toMatchObject({
      level: 'care',
      text: expect.stringMatching(/^Castellan uses none of your described contracts\. The list/),
    });
    await expect(list()).rejects.toMatchObject({ code: 'DOCUMENT_CHANGED' });
    await expect(bench.engine.interfaces.add(ABI)).rejects.toMatchObject({ code: 'DOCUMENT_CHANGED' });
    await bench.engine.interfaces.confirm();
    expect(asked.at(-1)).toMatchObject({
      isOutside: true,
      entries: [
        { member: '“Tall”', is: expect.stringContaining(`${VAULT} on Ethereum`), was: null },
        { member: '“Till”', is: 'none', was: expect.stringContaining(`${VAULT} on Ethereum`) },
        { member: '“Tall”: pay(address,uint256)', is: 'named, with its arguments' },
      ],
    });
    expect(await list()).toEqual([['Tall', 'abi']]);
    expect(await explained()).toMatchObject({ judged: 'whole' });
  });

  it.each<[string, unknown, string]>([
    ['what this program does not write', [{ name: 'Till' }], 'it does not have the form that Castellan writes'],
    ['what the vault cannot read', [{ ...kept, text: '[]' }], 'it is no ABI with functions'],
    ['another kind', [{ ...kept, kind: 'descriptor' }], 'does not have its stated kind'],
  ])('is not offered with %s', async (_, value, why) => {
    await put(value);
    await expect(bench.engine.interfaces.confirm()).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(why),
    });
    expect(asked.filter(({ kind }) => kind === 'changeDocument')).toEqual([]);
  });
});

it('has a bound in all', async () => {
  const text = abiOf('pay').padEnd(INTERFACE_LIMITS.text);
  await put([0, 1, 2, 3, 4, 5, 6].map((index) => ({ ...kept, name: `Till ${index}`, text })));
  await bench.engine.interfaces.confirm();
  await bench.engine.interfaces.add({ ...ABI, name: 'Till 7', text });
  await expect(bench.engine.interfaces.add(ABI)).rejects.toMatchObject({
    message: expect.stringContaining('can be described'),
  });
});
