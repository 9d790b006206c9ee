import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS_FORMATS } from '../../../shared/model/index.ts';
import type { Activity } from '../../../shared/operations/index.ts';
import { findSecrets, newUserKey, resultOf, type Service, Workstation } from './support.ts';

const workstation = new Workstation();
const user = newUserKey();
let service: Service;
let address: string;

beforeAll(async () => {
  await workstation.useKeychain();
  service = await workstation.serveFor(user);
  await workstation.connect(service, user);
  const account = {
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/60'/0'/0/0",
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  };
  const made = await workstation.json<{ activity: Activity }>([
    'call',
    'create_wallet',
    '--json',
    JSON.stringify({ walletName: 'Hot', accounts: [account] }),
  ]);
  [address = ''] = resultOf<{ addresses: string[] }>(made.activity, 'createWalletResult').addresses;
});
afterAll(() => workstation.close());

describe('call', () => {
  const UNSIGNED = '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0';
  const call = (operation: string, parameters: object) =>
    workstation.run(['call', operation, '--json', JSON.stringify(parameters)]);

  it('sign_transaction shows what it says, signs it and says that every field was checked', async () => {
    const { exitCode, stdout, stderr } = await call('sign_transaction', {
      signWith: address,
      unsignedTransaction: UNSIGNED,
      type: 'TRANSACTION_TYPE_ETHEREUM',
    });
    expect(exitCode).toBe(0);
    const { signedTransaction } = resultOf<{ signedTransaction: string }>(
      (JSON.parse(stdout) as { activity: Activity }).activity,
      'signTransactionResult',
    );
    expect(signedTransaction).toMatch(/^02f8[0-9a-f]+$/);
    expect(stderr).toMatch(/^EIP-1559 transaction\n( {2}\S+: .*\n)+Sign transaction, organization /m);
    expect(stderr).toContain(`The signature was checked: ECDSA secp256k1, by ${address}\nCompared with the request: `);
    expect(stderr).toMatch(/^Transaction 0x[0-9a-f]{64}$/m);
    expect(stderr).not.toContain('Care:');
  });

  it('sign_raw_payloads says that all signatures were checked', async () => {
    const { exitCode, stderr } = await call('sign_raw_payloads', {
      signWith: address,
      payloads: ['one', 'two', 'three'],
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    });
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`The 3 signatures were checked: ECDSA secp256k1, by ${address}`);
  });

  it('sign_raw_payload shows typed data member by member before it is signed', async () => {
    const typed = {
      types: { EIP712Domain: [{ name: 'name', type: 'string' }], Note: [{ name: 'text', type: 'string' }] },
      domain: { name: 'Desk' },
      primaryType: 'Note',
      message: { text: 'pay nobody' },
    };
    const { exitCode, stderr } = await call('sign_raw_payload', {
      signWith: address,
      payload: JSON.stringify(typed),
      encoding: 'PAYLOAD_ENCODING_EIP712',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('  message.text: pay nobody\n');
    expect(stderr).toContain(`by ${address}`);
  });

  it.each([
    ['cut off', UNSIGNED.slice(0, -2), 'TRANSACTION_TYPE_ETHEREUM'],
    ['of another chain', UNSIGNED, 'TRANSACTION_TYPE_TRON'],
    [
      'already signed',
      `02f8620101010282520894${'f3'.repeat(20)}0180c080a0${'11'.repeat(32)}a0${'11'.repeat(32)}`,
      'TRANSACTION_TYPE_ETHEREUM',
    ],
  ])('a transaction that is %s is warned of and refused by the service', async (_name, unsignedTransaction, type) => {
    const { exitCode, stdout, stderr } = await call('sign_transaction', {
      signWith: address,
      unsignedTransaction,
      type,
    });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Danger: The effect of this transaction is unknown: failed to parse transaction: ');
    expect(stderr).toContain('(SERVICE_REFUSED)');
  });
});

describe('derive', () => {
  const JUNK = 'test test test test test test test test test test test junk';
  const derive = (words: string | Uint8Array, path: string, curve: string, format: string) =>
    workstation.run(['derive', '--path', path, '--curve', curve, '--format', format], { stdin: words });

  it.each([
    ['CURVE_SECP256K1', "m/44'/60'/0'/0/0", 'ADDRESS_FORMAT_ETHEREUM', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    ['CURVE_ED25519', "m/44'/501'/0'/0'", 'ADDRESS_FORMAT_SOLANA', 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'],
    [
      'CURVE_SECP256K1',
      "m/86'/0'/0'/0/0",
      'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR',
      'bc1pfzhx49qe6s5exppe5hqljg3n6587xk0w75xqr70pgdt7ygnfkssqxqjd9l',
    ],
  ])('gives the published address on %s at %s, in the real vault', async (curve, path, format, expected) => {
    const { exitCode, stdout, stderr } = await derive(`${JUNK}\n`, path, curve, format);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({
      address: expected,
      publicKey: expect.stringMatching(/^([0-9a-f]{66}|[0-9a-f]{64})$/),
      addressFormat: format,
      curve,
      path,
    });
  });

  it.each([
    ['wrong words', 'zebra zebra zebra', "m/44'/60'/0'/0/0", 'CURVE_SECP256K1', 'ADDRESS_FORMAT_ETHEREUM'],
    ['bytes that are no text', Uint8Array.of(0xff, 0xfe, 0x00), 'm', 'CURVE_SECP256K1', 'ADDRESS_FORMAT_ETHEREUM'],
    ['too much', 'zebra '.repeat(1000), 'm', 'CURVE_SECP256K1', 'ADDRESS_FORMAT_ETHEREUM'],
    ['a path that Ed25519 has not', JUNK, "m/44'/501'/0", 'CURVE_ED25519', 'ADDRESS_FORMAT_SOLANA'],
  ])('refuses %s and repeats no word', async (_name, words, path, curve, format) => {
    const { exitCode, stdout, stderr } = await derive(words, path, curve, format);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^castellan: .*\(INVALID_INPUT\)\n$/s);
    expect(stderr).not.toMatch(/zebra|junk/);
  });
});

describe('address', () => {
  const SECP256K1 = '038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75';
  const ED25519 = '0bf32b9f0db09672038fea36139b18f98a5f0149ef4ce0332e44b9a77e83c22d';

  it('is made of a public key, and the command takes its own answer back in the usual spelling', async () => {
    const sample = ['TRON', 'TON_V4R2'] as const;
    for (const name of sample) {
      const format = ADDRESS_FORMATS.find((known) => known === `ADDRESS_FORMAT_${name}`) ?? '';
      const publicKey = name === 'TON_V4R2' ? ED25519 : SECP256K1;
      const made = await workstation.json<{ address: string; curve: string }>([
        'address',
        '--public-key',
        publicKey,
        '--format',
        format,
      ]);
      expect(made).toEqual({
        address: expect.any(String),
        addressFormat: format,
        publicKey,
        curve: publicKey === ED25519 ? 'CURVE_ED25519' : 'CURVE_SECP256K1',
      });
      expect(await workstation.json(['address', '--address', made.address, '--format', format])).toEqual({
        address: made.address,
        addressFormat: format,
        valid: true,
      });
    }
  });

  it.each([
    ['a wrong checksum', '0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266', 'ADDRESS_FORMAT_ETHEREUM', 1],
    ['another network', 'bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te', 'ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH', 1],
    ['nothing', '', 'ADDRESS_FORMAT_SUI', 1],
    ['no format', '0x', 'ADDRESS_FORMAT_MOON', 2],
  ])('%s is not an address', async (_name, text, format, expected) => {
    const { exitCode, stdout } = await workstation.run(['address', '--address', text, '--format', format]);
    expect([exitCode, stdout]).toEqual([
      expected,
      expected === 1 ? `${JSON.stringify({ addressFormat: format, valid: false })}\n` : '',
    ]);
  });

  it('takes a bech32 address in upper case', async () => {
    const lower = 'bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te';
    expect(
      await workstation.json([
        'address',
        '--address',
        lower.toUpperCase(),
        '--format',
        'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH',
      ]),
    ).toMatchObject({ address: lower });
  });
});

it('never printed a secret', () => {
  const secrets = [Buffer.from(user.privateKey, 'hex')];
  expect(findSecrets(workstation.printed, secrets)).toEqual([]);
});
