import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isUnowned, unsignedSolanaPayment } from '../../../../electron/crypto/index.ts';
import { rlpEncode } from '../../../../electron/crypto/transactions/ethereum/rlp.ts';
import { lookalikesOf, shareNetwork } from '../../../../electron/engine/addresses/alike.ts';
import { bodyOf, bookOf } from '../../../../electron/engine/addresses/book.ts';
import { recipientIn } from '../../../../electron/engine/naming/headline.ts';
import { createNamer } from '../../../../electron/engine/naming/naming.ts';
import { openRecords, type Records } from '../../../../electron/storage/records/index.ts';
import { atOnce } from '../../../../electron/storage/sqlite/index.ts';
import { describeBody } from '../../../../electron/vault/describe.ts';
import type { AddressEntry, ProfileRow, UnsignedSolanaPayment } from '../../../../shared/model/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../../../shared/wire/index.ts';
import { type Case, payload, transaction } from '../../../meanings/corpus.ts';
import { calling, encodeCall } from '../../../meanings/evm-calls.ts';
import { PAYER, PROGRAMS, solanaOf, someone, u64 } from '../../../meanings/solana-builder.ts';
import { OWNER, rawText } from '../../crypto/transactions/tron/builder.ts';

const EXCHANGE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const ALIKE = `0xd8da${'1'.repeat(32)}6045`;
const ZERO_WORD = `0x${'00'.repeat(32)}`;
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const WALLET = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
const PAYMENT: UnsignedSolanaPayment = {
  family: 'solana',
  chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  from: PAYER,
  to: WALLET,
  units: '1250000000',
  unitLimit: '60000',
  unitPrice: '1',
  memo: null,
  token: { mint: MINT, program: 'token', decimals: 6 },
};
const SAFE = '0x7070707070707070707070707070707070707070';

const profile = { name: 'desk', kind: 'remote', organizationId: 'o' } as ProfileRow;
const folder = mkdtempSync(join(tmpdir(), 'counterparties-'));
let records: Records;
const entries: AddressEntry[] = [];

beforeAll(() => {
  records = openRecords(join(folder, 'records.db'), join(folder, 'head'));
});
afterAll(() => {
  records.close();
  rmSync(folder, { recursive: true });
});

/** A record as older versions kept it: hashes and zeros beside addresses. */
const record = (...addresses: string[]) =>
  records.signed.record({ profile: profile.name, at: 1, addresses, amounts: [] });

const meaningOf = ({ type, parameters }: Case) =>
  describeBody(utf8Encode(JSON.stringify({ type, timestampMs: '1745383555000', organizationId: 'o', parameters })));
const namer = () =>
  createNamer(
    { clock: { now: () => 1 }, signed: records.signed },
    { own: () => null, lookalikes: async () => atOnce(lookalikesOf([])) },
    { book: async () => atOnce(bookOf(atOnce(bodyOf(entries)))) },
    () => [],
  );
const nameOf = (given: Case) => namer().nameOf(profile, meaningOf(given));
const texts = ({ findings }: Awaited<ReturnType<typeof nameOf>>) => findings.map(({ text }) => text).join('\n');

const number = (value: bigint) =>
  hexDecode(value === 0n ? '' : value.toString(16).padStart(value > 255n ? 16 : 2, '0'));
/** An EIP-1559 transfer with an access list. */
const transfer = (to: string, storageKeys: readonly string[] = []) => {
  const list =
    storageKeys.length === 0 ? [] : [[hexDecode(SAFE.slice(2)), storageKeys.map((key) => hexDecode(key.slice(2)))]];
  const items = [
    number(1n),
    number(7n),
    number(1n),
    number(9n),
    number(255n),
    hexDecode(to.slice(2)),
    number(1n),
    hexDecode(''),
    list,
  ];
  return transaction('TRANSACTION_TYPE_ETHEREUM', `02${hexEncode(rlpEncode(items))}`);
};
const typed = (types: Record<string, unknown>, message: unknown, domain: Record<string, unknown> = {}) =>
  payload('PAYLOAD_ENCODING_EIP712', JSON.stringify({ domain, types, primaryType: 'Order', message }));

describe('a look-alike', () => {
  it('is compared with addresses only: a storage key, a hash and an order are none', async () => {
    record(ZERO_WORD, `0xd8da${'22'.repeat(28)}6045`, EXCHANGE);
    const keyed = await nameOf(
      transfer('0x70997970c51812dc3a010c7d01b50e0d17dc79c8', [ZERO_WORD, `0x${'0'.repeat(63)}1`]),
    );
    expect(texts(keyed)).not.toContain('looks like');
    expect(keyed.addresses.map(({ address }) => address)).not.toContain(ZERO_WORD);
    const ordered = await nameOf(
      typed(
        {
          EIP712Domain: [{ name: 'salt', type: 'bytes32' }],
          Order: [
            { name: 'root', type: 'bytes32' },
            { name: 'role', type: 'bytes32' },
          ],
        },
        { root: ZERO_WORD.replace(/.$/, '2'), role: `0xd8da${'33'.repeat(28)}6045` },
        { salt: `0xd8da${'44'.repeat(28)}6045` },
      ),
    );
    expect([ordered.addresses, texts(ordered)]).toEqual([[], '']);
  });

  it('is still found among the addresses of the same chain', async () => {
    record(EXCHANGE);
    expect(texts(await nameOf(transfer(ALIKE)))).toContain(`looks like ${EXCHANGE}`);
  });

  it('is none of another chain, whose addresses are written with other digits', async () => {
    // A Sui address with the same ends in the book.
    entries.push({
      address: `0x${'a1'.repeat(2)}${'5'.repeat(56)}${'b2'.repeat(2)}`,
      chain: 'sui',
      label: 'Sui',
      note: '',
      tags: [],
      allowed: false,
    });
    const named = await nameOf(transfer(`0xa1a1${'7'.repeat(32)}b2b2`));
    entries.pop();
    expect(texts(named)).not.toContain('looks like');
  });

  it.each([
    ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR', true],
    ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', 'ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH', false],
    ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH', 'ADDRESS_FORMAT_DOGE_MAINNET', false],
    ['ADDRESS_FORMAT_COSMOS', 'ADDRESS_FORMAT_SEI', false],
    ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_TRON', false],
    ['ADDRESS_FORMAT_TON_V3R2', 'ADDRESS_FORMAT_TON_V5R1', true],
  ] as const)('of %s and %s is possible: %s', (one, other, possible) => {
    expect(shareNetwork([one], [other])).toBe(possible);
  });
});

describe('a counterparty', () => {
  it('is no hash that is approved, but the contract that is called is one', async () => {
    const hash = `0x${'7f'.repeat(32)}`;
    const named = await nameOf(
      calling(encodeCall('approveHash(bytes32 hash)', hexDecode(hash.slice(2))), { to: SAFE }),
    );
    expect(named.addresses.map(({ address }) => address)).not.toContain(hash);
    expect(texts(named)).toContain(`You have never signed anything for ${SAFE}`);
    expect(texts(named)).not.toContain(hash);
  });

  it.each([
    `0x${'0'.repeat(40)}`,
    `0x${'0'.repeat(39)}1`,
    '0x000000000000000000000000000000000000dEaD',
    '0x4200000000000000000000000000000000000006',
  ])('is not %s, which nobody has the key of, unless the operator named it', async (address) => {
    expect((await nameOf(transfer(address))).addresses).toEqual([]);
    expect(texts(await nameOf(transfer(address)))).toBe('');
    const spelled = meaningOf(transfer(address)).decoded?.summary.find(({ name }) => name === 'To')?.value ?? '';
    entries.push({ address: spelled, chain: null, label: 'Burnt', note: '', tags: [], allowed: false });
    const named = await nameOf(transfer(address));
    entries.pop();
    expect(named.addresses).toMatchObject([{ label: 'Burnt' }]);
  });

  it('is no program of Solana, no sysvar and no recent blockhash', async () => {
    const accounts = [
      [PAYER, 'sw'],
      [someone(5), 'w'],
    ] as const;
    const named = await nameOf(
      transaction(
        'TRANSACTION_TYPE_SOLANA',
        solanaOf([
          { program: PROGRAMS.system, accounts, data: `02000000${u64(5)}` },
          { program: PROGRAMS.budget, accounts: [], data: `02${'01000000'}` },
          {
            program: PROGRAMS.token,
            accounts: [[someone(6), 'w'], PROGRAMS.memo, 'SysvarRent111111111111111111111111111111111'],
            data: '01',
          },
        ]),
        PAYER,
      ),
    );
    const found = named.addresses.map(({ address }) => address);
    expect(found).toEqual(expect.arrayContaining([PAYER, someone(5)]));
    expect(found.filter((address) => isUnowned(address))).toEqual([]);
    const meaning = meaningOf(
      transaction(
        'TRANSACTION_TYPE_SOLANA',
        solanaOf([{ program: PROGRAMS.system, accounts, data: `02000000${u64(5)}` }]),
      ),
    );
    const blockhash = meaning.decoded?.fields.find(({ name }) => name === 'recentBlockhash');
    expect(blockhash?.kind).toBe('hash');
    expect(found).not.toContain(blockhash?.value);
  });

  it('is the wallet that gets a Solana token, and neither its mint nor a token account', async () => {
    const found = texts(await nameOf(transaction('TRANSACTION_TYPE_SOLANA', unsignedSolanaPayment(PAYMENT), PAYER)));
    expect(found).toContain(`You have never signed anything for ${WALLET} with this profile.`);
    expect(recipientIn(meaningOf(transaction('TRANSACTION_TYPE_SOLANA', unsignedSolanaPayment(PAYMENT))))).toBe(WALLET);
    record(WALLET);
    const again = await nameOf(transaction('TRANSACTION_TYPE_SOLANA', unsignedSolanaPayment(PAYMENT), PAYER));
    expect(texts(again)).not.toContain('never signed');
  });

  it('is a token account that is none of the wallets in the transaction', async () => {
    const stranger = someone(77);
    const accounts = [[someone(78), 'w'], MINT, [stranger, 'w'], [PAYER, 's']] as const;
    const data = `0c${u64(5)}06`;
    const named = await nameOf(
      transaction('TRANSACTION_TYPE_SOLANA', solanaOf([{ program: PROGRAMS.token, accounts, data }]), PAYER),
    );
    expect(texts(named)).toContain(stranger);
    expect(texts(named)).not.toMatch(new RegExp(`never signed.*${MINT}`));
  });

  it('is not the contract of a well-known token of Tron, but any other contract', async () => {
    const call = (contract: string) =>
      rawText({
        name: 'TriggerSmartContract',
        type: 31,
        value: [
          [1, OWNER],
          [2, hexDecode(contract)],
          [4, hexDecode(`a9059cbb${'33'.repeat(20).padStart(64, '0')}${'5'.padStart(64, '0')}`)],
        ],
        raw: [[18, 30_000_000]],
      });
    const usdt = await nameOf(transaction('TRANSACTION_TYPE_TRON', call('41a614f803b6fd780986a42c78ec9c7f77e6ded13c')));
    expect(texts(usdt)).toContain('You have never signed anything for ');
    expect(texts(usdt)).not.toMatch(/never signed[^.]*TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t/);
    const other = await nameOf(transaction('TRANSACTION_TYPE_TRON', call(`41${'77'.repeat(20)}`)));
    const before = new Set(usdt.addresses.map(({ address }) => address));
    const [contract] = other.addresses.filter(({ address }) => !before.has(address));
    expect(texts(other)).toContain(contract?.address ?? 'the contract');
  });

  it('is kept after a stamp, and no hash and no burn address is', () => {
    const before = records.signed.recent(profile.name, 100).length;
    namer().noteStamped(
      profile,
      meaningOf(transfer('0x000000000000000000000000000000000000dEaD', [`0x${'55'.repeat(32)}`])),
    );
    const kept = records.signed.recent(profile.name, 100).map(({ address }) => address.toLowerCase());
    expect(kept).toEqual(expect.arrayContaining([SAFE]));
    expect(kept).toHaveLength(before + 1);
  });
});

describe('an address that nobody holds', () => {
  it.each([
    '11111111111111111111111111111111',
    'SysvarC1ock11111111111111111111111111111111',
    'Sysvar1nstructions1111111111111111111111111',
    'So11111111111111111111111111111111111111112',
    '1nc1nerator11111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
    'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs',
    `0x${'0'.repeat(63)}2`,
    '0x1',
    `0x${'E'.repeat(40)}`,
  ])('is %s', (address) => {
    expect(isUnowned(address)).toBe(true);
  });

  it.each([
    EXCHANGE,
    PAYER,
    base58.encode(new Uint8Array(32).fill(1)),
    ZERO_WORD.replace(/0{8}$/, '12345678'),
    '0x1111111111111111111111111111111111111111',
  ])('is not %s', (address) => {
    expect(isUnowned(address)).toBe(false);
  });
});
