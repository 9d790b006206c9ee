import fc from 'fast-check';
import '../fuzz/seed.ts';
import { TronWeb, utils } from 'tronweb';
import { describe, expect, test } from 'vitest';
import { secp256k1PublicKey } from '../../electron/crypto/curves/secp256k1.ts';
import type { SigningKey } from '../../electron/crypto/transactions/index.ts';
import { describeTransaction, signTransaction, verifyTransaction } from '../../electron/crypto/transactions/index.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { mutatedHex } from '../fuzz/hex-mutations.ts';
import { outcome } from '../fuzz/only-app-errors.ts';
import vectors from '../vectors/transactions.json' with { type: 'json' };

const TYPE = 'TRANSACTION_TYPE_TRON';
const CASES = { numRuns: 30, seed: 6 };
/** Never contacted, because these tests use no network. */
const tronWeb = new TronWeb({ fullHost: 'http://127.0.0.1:9' });

interface TransactionJson {
  readonly visible: boolean;
  readonly raw_data: {
    readonly contract: readonly { readonly parameter: { readonly value: object }; readonly type: string }[];
    readonly [name: string]: unknown;
  };
}

interface TransactionMessage {
  getRawData(): { serializeBinary(): Uint8Array };
  getSignatureList_asU8(): Uint8Array[];
}

const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => `41${hexEncode(bytes)}`);
/** The library keeps amounts as numbers. */
const amount = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const resource = fc.constantFrom('BANDWIDTH', 'ENERGY');
const word = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map((value) => value.toString(16).padStart(64, '0'));
const permission = (type: number) =>
  fc.record({
    type: fc.constant(type),
    permission_name: fc.constantFrom('owner', 'active'),
    threshold: fc.integer({ min: 1, max: 5 }),
    ...(type === 2 && { operations: fc.constant('7fff1fc0033e0000000000000000000000000000000000000000000000000000') }),
    keys: fc.array(fc.record({ address, weight: fc.integer({ min: 1, max: 5 }) }), { minLength: 1, maxLength: 5 }),
  });

/** A contract's value by its type, as the library's JSON has it. */
const VALUES = {
  TransferContract: fc.record({ owner_address: address, to_address: address, amount }),
  TransferAssetContract: fc.record({
    owner_address: address,
    to_address: address,
    amount,
    asset_name: fc.constant('31303030303031'),
  }),
  TriggerSmartContract: fc.record({
    owner_address: address,
    contract_address: address,
    call_value: fc.constantFrom(0, 5),
    data: fc
      .tuple(fc.constantFrom('a9059cbb', '095ea7b3', 'deadbeef'), address, word)
      .map(([selector, to, value]) => `${selector}${to.slice(2).padStart(64, '0')}${value}`),
  }),
  DelegateResourceContract: fc.record({
    owner_address: address,
    receiver_address: address,
    balance: amount,
    resource,
    lock: fc.boolean(),
    lock_period: fc.constantFrom(0, 86_400),
  }),
  UnDelegateResourceContract: fc.record({
    owner_address: address,
    receiver_address: address,
    balance: amount,
    resource,
  }),
  FreezeBalanceV2Contract: fc.record({ owner_address: address, frozen_balance: amount, resource }),
  UnfreezeBalanceV2Contract: fc.record({ owner_address: address, unfreeze_balance: amount, resource }),
  AccountPermissionUpdateContract: fc.record({
    owner_address: address,
    owner: permission(0),
    actives: fc.array(permission(2), { minLength: 1, maxLength: 3 }),
  }),
};

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const common = fc.record({
  ref_block_bytes: bytes(2).map(hexEncode),
  ref_block_hash: bytes(8).map(hexEncode),
  expiration: fc.integer({ min: 1, max: 2 ** 42 }),
  timestamp: fc.integer({ min: 1, max: 2 ** 42 }),
  fee_limit: fc.constantFrom(0, 150_000_000),
  data: fc.constantFrom('', '68656c6c6f'),
});

const privateKey = bytes(32).filter((key) => {
  const value = BigInt(`0x${hexEncode(key)}`);
  return value > 0n && value < 2n ** 255n;
});

function signingKey(key: Uint8Array): SigningKey {
  return {
    curve: 'CURVE_SECP256K1',
    publicKey: secp256k1PublicKey(key, 'compressed'),
    addressFormats: ['ADDRESS_FORMAT_TRON'],
    privateKey: key,
  };
}

function transactionJson(type: string, value: object, rest: object, permissionId: number): TransactionJson {
  const parameter = { value, type_url: `type.googleapis.com/protocol.${type}` };
  return {
    visible: false,
    raw_data: { contract: [{ parameter, type, Permission_id: permissionId }], ...rest },
  } as never;
}

function deserialize(signed: string): TransactionMessage {
  const { Transaction } = (globalThis as unknown as { TronWebProto: { Transaction: { deserializeBinary: unknown } } })
    .TronWebProto;
  const read = Transaction as { deserializeBinary(bytes: Uint8Array): TransactionMessage };
  return read.deserializeBinary(Uint8Array.from(Buffer.from(signed, 'hex')));
}

/** The library's spelling of a value as this program shows it. */
const shown = (hex: string) => TronWeb.address.fromHex(hex);

describe('what tronweb builds is signed as it signs it', () => {
  test.each(Object.entries(VALUES) as [string, fc.Arbitrary<{ owner_address: string }>][])(
    '%s',
    async (type, values) => {
      await fc.assert(
        fc.asyncProperty(values, common, privateKey, fc.constantFrom(0, 2), async (value, rest, key, permissionId) => {
          const json = transactionJson(type, value, rest, permissionId);
          const message = utils.transaction.txJsonToPb(json as never) as TransactionMessage;
          const unsigned = utils.transaction.txPbToRawDataHex(message as never).toLowerCase();
          const txID = utils.transaction.txPbToTxID(message as never).replace(/^0x/, '');
          const signer = signingKey(key);

          const signed = signTransaction(TYPE, unsigned, signer);
          const proof = verifyTransaction(TYPE, unsigned, signed, signer);
          expect(proof).toMatchObject({ signed: [txID], transactionId: txID });

          const read = deserialize(signed);
          expect(hexEncode(read.getRawData().serializeBinary())).toBe(unsigned);
          const [signature, ...others] = read.getSignatureList_asU8().map(hexEncode);
          expect(others).toEqual([]);
          const theirs = utils.crypto.ECKeySign([...Buffer.from(txID, 'hex')], [...key]).toLowerCase();
          const v = Number.parseInt(theirs.slice(128), 16) - 27;
          expect(signature).toBe(`${theirs.slice(0, 128)}0${v}`);
          const recovered = utils.crypto.ecRecover(txID, signature!);
          expect(recovered.toLowerCase()).toBe(
            TronWeb.address.toHex(TronWeb.address.fromPrivateKey(hexEncode(key)) as string),
          );

          const { title, fields } = describeTransaction(TYPE, unsigned);
          expect(title).toBe(`Tron ${type}`);
          const says = (name: string, text: string, kind?: string) =>
            expect(fields).toContainEqual(
              expect.objectContaining({ name, value: text, ...(kind === undefined ? {} : { kind }) }),
            );
          says('contract[0].owner_address', shown(value.owner_address), 'address');
          says('expiration', String(rest.expiration));
          for (const [name, one] of Object.entries(value)) {
            if (typeof one === 'number' && one !== 0) says(`contract[0].${name}`, String(one));
            if (name.endsWith('_address')) says(`contract[0].${name}`, shown(String(one)), 'address');
          }
          const decoded = utils.deserializeTx.deserializeTransaction(type, unsigned) as { expiration: number };
          expect(decoded.expiration).toBe(rest.expiration);
        }),
        CASES,
      );
    },
  );

  test('its wallet signs the same transaction with the same bytes except v', async () => {
    const key = new Uint8Array(32).fill(7);
    const owner = TronWeb.address.toHex(TronWeb.address.fromPrivateKey(hexEncode(key)) as string);
    const json = transactionJson(
      'TransferContract',
      { owner_address: owner, to_address: owner, amount: 5 },
      {
        ref_block_bytes: '0001',
        ref_block_hash: '0011223344556677',
        expiration: 60_000,
        timestamp: 1,
      },
      0,
    );
    const message = utils.transaction.txJsonToPb(json as never);
    const unsigned = utils.transaction.txPbToRawDataHex(message).toLowerCase();
    const txID = utils.transaction.txPbToTxID(message).replace(/^0x/, '');
    const theirs = await tronWeb.trx.sign({ ...json, txID, raw_data_hex: unsigned } as never, hexEncode(key));
    const [signature = ''] = (theirs as unknown as { signature: string[] }).signature;
    const signed = signTransaction(TYPE, unsigned, signingKey(key));
    expect(signed.slice(-130, -2)).toBe(signature.slice(0, 128).toLowerCase());
    expect(Number.parseInt(signature.slice(128), 16) - 27).toBe(Number(signed.slice(-2)));
    message.addSignature(Buffer.from(signed.slice(-130), 'hex'));
    expect(hexEncode(message.serializeBinary())).toBe(signed);
  });
});

test('a transaction that is accepted after a change of some bytes is read alike by the library', () => {
  let taken = 0;
  fc.assert(
    fc.property(mutatedHex(vectors.tron[0]!.unsigned), (text) => {
      const described = outcome(() => describeTransaction(TYPE, text));
      if ('error' in described) return;
      const value = (name: string) => described.value.fields.find((field) => field.name === name)?.value;
      // Beyond these the library's numbers are not exact.
      const numbers = ['contract[0].amount', 'expiration', 'timestamp'].map((name) => Number(value(name) ?? 0));
      if (numbers.some((number) => !Number.isSafeInteger(number))) return;
      taken += 1;
      const theirs = utils.deserializeTx.deserializeTransaction('TransferContract', text);
      const [{ parameter }] = theirs.contract;
      expect([parameter.value.amount, theirs.expiration, theirs.timestamp]).toEqual(numbers);
      expect(value('contract[0].owner_address')).toBe(shown(parameter.value.owner_address));
      expect(value('contract[0].to_address')).toBe(shown(parameter.value.to_address));
      expect(value('ref_block_bytes') ?? '').toBe(theirs.ref_block_bytes.toLowerCase());
      expect(value('ref_block_hash') ?? '').toBe(theirs.ref_block_hash.toLowerCase());
    }),
    { numRuns: 2000, seed: 6 },
  );
  expect(taken).toBeGreaterThan(200);
});
