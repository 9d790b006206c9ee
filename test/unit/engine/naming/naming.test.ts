import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Question, QuestionOf } from '../../../../shared/ipc/index.ts';
import type { AddressEntry } from '../../../../shared/model/index.ts';
import { edit } from '../audit/audit-edit.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

const EXCHANGE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const ALIKE = `0xd8da${'1'.repeat(32)}6045`;
const OTHER = `0x${'2'.repeat(40)}`;

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
  await bench.engine.accounts.refresh();
});
afterAll(() => bench.end());
beforeEach(() => {
  refusing = false;
});

/** Unsigned EIP-1559 on chain 1, of this many hundredths of an ether. */
function transfer(to: string, hundredths: number): string {
  const digits = (BigInt(hundredths) * 10n ** 16n).toString(16);
  const value = digits.length % 2 === 0 ? digits : `0${digits}`;
  const items = `0180843b9aca00847735940082520894${to.slice(2).toLowerCase()}${(0x80 + value.length / 2).toString(16)}${value}80c0`;
  return `02${(0xc0 + items.length / 2).toString(16)}${items}`;
}
const named = async (to: string, hundredths = 1) => {
  const { requests } = bench.engine;
  const { requestId } = await requests.prepare('sign_transaction', {
    signWith: bench.address,
    type: 'TRANSACTION_TYPE_ETHEREUM',
    unsignedTransaction: transfer(to, hundredths),
  });
  await requests.submit(requestId).catch((error: { code: string }) => expect(error.code).toBe('NOT_CONFIRMED'));
  const { naming } = asked.at(-1) as QuestionOf<'stamp'>;
  if (naming === null) throw new Error('it has a meaning');
  return {
    ...naming,
    of: (address: string) => naming.addresses.find((one) => one.address.toLowerCase() === address.toLowerCase()),
  };
};
const entry = (changed: Partial<AddressEntry> = {}): AddressEntry => ({
  address: EXCHANGE,
  chain: null,
  label: 'Exchange',
  note: '',
  tags: [],
  allowed: false,
  ...changed,
});
const FIRST = expect.objectContaining({
  level: 'care',
  cause: 'first',
  text: expect.stringContaining('You have never signed anything for'),
});

describe('what main knows of the addresses in a meaning', () => {
  it('is that nothing was ever signed for one, until something was stamped', async () => {
    refusing = true;
    const first = await named(EXCHANGE);
    // A book without entries has it not either.
    expect(first.headline).toMatch(/ \(not in your address book\)$/);
    expect(first.of(EXCHANGE)).toEqual({ address: expect.any(String), relation: 'new', label: null, resembles: null });
    expect(first.findings).toEqual([FIRST]);
    refusing = false;
    expect((await named(EXCHANGE)).findings).toEqual([FIRST]);
    const second = await named(EXCHANGE);
    expect([second.of(EXCHANGE)?.relation, second.findings]).toEqual(['used', []]);
  });

  it('is whose account it is', async () => {
    const own = await named(bench.address);
    expect(own.of(bench.address)).toMatchObject({ relation: 'own', label: 'Treasury' });
    expect(own.headline).toContain(' (your account “Treasury” by the service’s list)');
    expect(own.findings).toEqual([]);
  });

  it('is its label with the permission of the counterparty, and another one is not in the book', async () => {
    await bench.engine.addresses.save(entry(), null);
    expect(asked.at(-1)).toMatchObject({
      kind: 'changeDocument',
      headline: 'Add “Exchange” to the address book',
      entries: [{ member: EXCHANGE, is: '“Exchange”', was: null }],
    });
    const known = await named(EXCHANGE);
    expect(known.of(EXCHANGE)).toMatchObject({ relation: 'known', label: 'Exchange' });
    expect(known.headline).toMatch(/ “Exchange”$/);
    await bench.engine.addresses.save(entry({ allowed: true }), entry());
    expect((await named(EXCHANGE)).of(EXCHANGE)?.relation).toBe('allowed');
    expect((await named(OTHER)).headline).toMatch(/ \(not in your address book\)$/);
  });

  it('is not the label that it has on another chain', async () => {
    await bench.engine.addresses.save(entry({ chain: 'eip155:10' }), entry());
    expect((await named(EXCHANGE)).of(EXCHANGE)).toMatchObject({ relation: 'used', label: null });
    // Nor when contents of another chain have a member of their own that is called like it.
    const { requests } = bench.engine;
    const { requestId } = await requests.prepare('sign_raw_payload', {
      signWith: bench.address,
      encoding: 'PAYLOAD_ENCODING_EIP712',
      hashFunction: 'HASH_FUNCTION_NO_OP',
      payload: JSON.stringify({
        domain: {},
        types: {
          EIP712Domain: [],
          Order: [
            { name: 'chainId', type: 'uint256' },
            { name: 'to', type: 'address' },
          ],
        },
        primaryType: 'Order',
        message: { chainId: 10, to: EXCHANGE },
      }),
    });
    await requests.submit(requestId);
    expect((asked.at(-1) as QuestionOf<'stamp'>).naming?.addresses.map(({ label }) => label)).not.toContain('Exchange');
    await bench.engine.addresses.save(entry({ chain: 'eip155' }), entry({ chain: 'eip155:10' }));
    expect((await named(EXCHANGE)).of(EXCHANGE)).toMatchObject({ relation: 'known' });
  });

  it('is that it reads like one in the book, with what differs', async () => {
    refusing = true;
    const alike = await named(ALIKE);
    expect(alike.of(ALIKE)).toMatchObject({ relation: 'new', resembles: { address: EXCHANGE, label: 'Exchange' } });
    expect(alike.findings[0]).toMatchObject({ level: 'danger', cause: 'lookalike' });
    expect(alike.findings[0]?.text).toMatch(
      /looks like 0xd8dA6BF2\S+, “Exchange”, but is a different address\. Its character 7 is 1 instead of 6/,
    );
  });

  it('is that an account is only listed by the service, and that it reads like one in the book all the same', async () => {
    const { requests, accounts, addresses } = bench.engine;
    const { requestId } = await requests.prepare('create_wallet', {
      walletName: 'Second',
      accounts: [
        {
          curve: 'CURVE_SECP256K1',
          pathFormat: 'PATH_FORMAT_BIP32',
          path: "m/44'/60'/0'/0/0",
          addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
        },
      ],
    });
    refusing = false;
    await requests.submit(requestId);
    await accounts.refresh();
    const { rows } = accounts.list({ search: 'Second', offset: 0, limit: 1 });
    const listed = rows[0]?.address ?? '';
    refusing = true;
    expect((await named(listed)).findings).toEqual([
      expect.objectContaining({ level: 'information', text: expect.stringContaining('Nothing here proves it') }),
    ]);
    refusing = false;
    const alike = `${listed.slice(0, 6)}${'1'.repeat(32)}${listed.slice(-4)}`.toLowerCase();
    await addresses.save(entry({ address: alike, label: 'Cold' }), null);
    refusing = true;
    const resembling = await named(listed);
    expect(resembling.of(listed)).toMatchObject({ relation: 'own', resembles: { label: 'Cold' } });
    expect(resembling.findings[0]).toMatchObject({ level: 'danger' });
    refusing = false;
    const cold = (await addresses.book()).entries.find(({ label }) => label === 'Cold');
    await addresses.remove(cold ?? entry());
  });

  it('is that it names more addresses than are looked up', async () => {
    const { requests } = bench.engine;
    const typed = (count: number) => ({
      domain: {},
      types: { EIP712Domain: [], List: [{ name: 'of', type: 'address[]' }] },
      primaryType: 'List',
      message: { of: Array.from({ length: count }, (_, index) => `0x7${String(index).padStart(39, '0')}`) },
    });
    refusing = true;
    const found = async (count: number) => {
      const { requestId } = await requests.prepare('sign_raw_payload', {
        signWith: bench.address,
        encoding: 'PAYLOAD_ENCODING_EIP712',
        payload: JSON.stringify(typed(count)),
        hashFunction: 'HASH_FUNCTION_NO_OP',
      });
      await requests.submit(requestId).catch(() => null);
      return (asked.at(-1) as QuestionOf<'stamp'>).naming?.findings.map(({ text }) => text).join() ?? '';
    };
    expect(await found(60)).not.toContain('more than 64 addresses');
    expect(await found(70)).toContain('more than 64 addresses');
  });

  it('is that the amount is many times the largest before', async () => {
    await named(EXCHANGE, 2);
    refusing = true;
    expect((await named(EXCHANGE, 19)).findings).toEqual([]);
    const unusual = await named(EXCHANGE, 50);
    expect(unusual.findings).toEqual([
      expect.objectContaining({
        level: 'care',
        cause: 'large',
        text: '0.5 ETH is 25 times the largest amount of ETH that you signed before with this profile, 0.02 ETH.',
      }),
    ]);
  });

  it('is no name of a book that another program changed, which is said, until it is confirmed as it was shown', async () => {
    // As another program writes it, without the optional members.
    const {
      note: _note,
      tags: _tags,
      ...written
    } = entry({ label: 'Treasury cold wallet', allowed: true, chain: 'eip155' });
    const forged = JSON.stringify([written], null, 2);
    edit(bench.root, (database) => database.prepare('UPDATE document SET body = ?').run(Buffer.from(forged)));
    bench = { ...(await bench.reopen()), address: bench.address };
    await bench.engine.accounts.refresh();
    refusing = true;
    const unnamed = await named(EXCHANGE);
    expect(unnamed.of(EXCHANGE)).toMatchObject({ relation: 'used', label: null });
    expect(unnamed.findings).toEqual([
      expect.objectContaining({
        level: 'care',
        text: expect.stringContaining('Castellan shows no names of the address book.'),
      }),
    ]);
    refusing = false;
    await bench.engine.addresses.confirm();
    expect(asked.at(-1)).toMatchObject({
      isOutside: true,
      entries: [{ member: `${EXCHANGE} on eip155`, is: '“Treasury cold wallet”; allowed', was: '“Exchange”' }],
    });
    expect((await named(EXCHANGE)).of(EXCHANGE)).toMatchObject({ relation: 'allowed' });
  });
});

describe('the address book', () => {
  it('finds an entry by anything its row says, and the nearest to a wrong character', async () => {
    const { addresses, profiles } = bench.engine;
    const find = (search: string) => addresses.list({ search, offset: 0, limit: 10 }, profiles.get());
    for (const search of ['treasury', EXCHANGE.slice(4, 12).toUpperCase(), 'ethereum', 'allowed'])
      expect((await find(search)).total, search).toBe(1);
    expect(await find(EXCHANGE.replace('BF2', 'B02'))).toMatchObject({ total: 0, near: { address: EXCHANGE } });
    expect((await find('')).rows[0]?.lastUsed).toEqual(expect.any(Number));
  });

  it('takes entries from a file all at once, after they were looked at, and writes them again', async () => {
    const { addresses } = bench.engine;
    const text = `address,label\n${OTHER},Second\nnobody,Third\n`;
    const asks = asked.length;
    expect(await addresses.take(text, false)).toMatchObject({
      taken: 1,
      lines: [{ line: 2, problem: null }, { line: 3 }],
    });
    expect(asked).toHaveLength(asks);
    await addresses.take(text, true);
    expect((await addresses.book()).entries.map(({ label }) => label)).toEqual(['Second', 'Treasury cold wallet']);
    expect(await addresses.write('csv')).toEqual({ path: `${bench.root}/address-book.csv` });
    const to = join(bench.root, 'mine.jsonl');
    expect(await addresses.write('bip329', to)).toEqual({ path: to });
    expect([addresses.fileName('bip329'), statSync(to).mode & 0o777]).toEqual(['address-book.jsonl', 0o600]);
    expect(await addresses.entriesOf(` ${OTHER.toLowerCase()}`)).toMatchObject([{ address: OTHER, label: 'Second' }]);
    await expect(addresses.entriesOf('nobody')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(addresses.take(text, true, { as: 'json' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await addresses.remove({ address: OTHER, chain: null });
    // Every imported entry is shown, however many there are, and allowed ones come first.
    const many = Array.from({ length: 300 }, (_, index) => `0x3${String(index).padStart(39, '0')},Entry ${index},no`);
    refusing = true;
    await addresses.take(`address,label,allowed\n${many.join('\n')}\n${OTHER},Last,yes\n`, true).catch(() => null);
    refusing = false;
    const { entries } = asked.at(-1) as QuestionOf<'changeDocument'>;
    expect([entries.length, entries[0]?.is]).toEqual([301, '“Last”; allowed']);
    expect((await addresses.book()).entries).toHaveLength(1);
    await expect(addresses.save(entry({ chain: 'eip155' }), null)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('in the book as “Treasury cold wallet”'),
    });
  });
});
