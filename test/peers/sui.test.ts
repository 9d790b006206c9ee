import { bcs } from '@mysten/sui/bcs';
import { messageWithIntent } from '@mysten/sui/cryptography';
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519';
import { Transaction } from '@mysten/sui/transactions';
import { blake2b } from '@noble/hashes/blake2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describePayload, ed25519Verify } from '../../electron/crypto/index.ts';
import { refusedOr } from '../../electron/crypto/payloads/forms/form.ts';
import { readTransaction } from '../../electron/crypto/payloads/forms/sui/transaction.ts';
import { Refusal } from '../../electron/crypto/refusal.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { mutatedHex } from '../fuzz/hex-mutations.ts';
import { FUZZ_RUNS, fuzzRuns } from '../fuzz/seed.ts';
import {
  objectId,
  SUI_OTHER,
  SUI_RECIPIENT,
  SUI_SENDER,
  suiPayment,
} from '../unit/crypto/payloads/forms/sui-builder.ts';

/** The digest of an object that the samples have: 32 bytes of dd. */
const DIGEST = bcs.bytes(32).serialize(new Uint8Array(32).fill(0xdd)).toBase58();

/** The intent message of a transaction that the SDK builds without a network. */
async function signed(fill: (transaction: Transaction) => void, payer = SUI_SENDER): Promise<Uint8Array> {
  const transaction = new Transaction();
  fill(transaction);
  transaction.setSender(SUI_SENDER);
  transaction.setGasOwner(payer);
  transaction.setGasPrice(750);
  transaction.setGasBudget(4_000_000);
  transaction.setGasPayment([{ objectId: objectId(0xff), version: '7', digest: DIGEST }]);
  return messageWithIntent('TransactionData', await transaction.build());
}
function payment(transaction: Transaction): void {
  const [coin] = transaction.splitCoins(transaction.gas, [1_500_000_000n]);
  if (coin !== undefined) transaction.transferObjects([coin], SUI_RECIPIENT);
}
const described = (message: Uint8Array) =>
  describePayload('PAYLOAD_ENCODING_HEXADECIMAL', hexEncode(message), {
    signWith: SUI_SENDER,
    hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
  });

describe('Sui, as @mysten/sui', () => {
  it('reads a payment, whose bytes are those of the samples', async () => {
    const message = await signed(payment);
    expect(hexEncode(message)).toBe(hexEncode(suiPayment()));
    expect(described(message)).toMatchObject({ steps: [`Send 1.5 SUI to ${SUI_RECIPIENT}`], unexplained: [] });
  });

  it('reads payments to several accounts, merged coins and an epoch', async () => {
    const message = await signed((transaction) => {
      const owned = transaction.objectRef({ objectId: objectId(1), version: '7', digest: DIGEST });
      transaction.mergeCoins(transaction.gas, [owned]);
      const coins = transaction.splitCoins(transaction.gas, [5n, 7n]);
      transaction.transferObjects([coins[0] as never], SUI_RECIPIENT);
      transaction.transferObjects([coins[1] as never], SUI_OTHER);
      transaction.setExpiration({ Epoch: 900 });
    });
    expect(described(message)).toMatchObject({
      steps: [
        `Send 0.000000005 SUI to ${SUI_RECIPIENT}`,
        `Send 0.000000007 SUI to ${SUI_OTHER}`,
        'Merge 1 coin into the coin that pays the fee',
      ],
      unexplained: [],
    });
  });

  it('names every command that no rule explains', async () => {
    const message = await signed((transaction) => {
      const pool = transaction.sharedObjectRef({ objectId: objectId(2), initialSharedVersion: 3, mutable: true });
      const ticket = transaction.receivingRef({ objectId: objectId(3), version: '7', digest: DIGEST });
      const items = transaction.makeMoveVec({ type: '0x2::coin::Coin<0x2::sui::SUI>', elements: [transaction.gas] });
      transaction.moveCall({
        target: `${SUI_OTHER}::pool::swap`,
        typeArguments: ['0x2::sui::SUI', 'vector<vector<u8>>'],
        arguments: [pool, items, transaction.pure.u64(1), transaction.pure.string('x'.repeat(200))],
      });
      const cap = transaction.publish({ modules: [[1, 2, 3]], dependencies: ['0x1', '0x2'] });
      transaction.upgrade({ modules: [[4]], dependencies: ['0x1'], package: SUI_OTHER, ticket });
      transaction.transferObjects([cap], SUI_RECIPIENT);
    });
    expect(described(message)?.steps).toEqual([
      `Call the function ${SUI_OTHER}::pool::swap (command 2)`,
      'Publish 1 module of code (command 3)',
      `Replace the code of the package ${SUI_OTHER} (command 4)`,
      `Give the result of command 3 to ${SUI_RECIPIENT} (command 5)`,
      'Make a list of 1 item (command 1)',
    ]);
    expect(described(message)?.unexplained).toEqual([{ start: 0, end: message.length }]);
  });

  it('shows the hash that the SDK signs', async () => {
    const pair = Ed25519Keypair.fromSecretKey(new Uint8Array(32).fill(1));
    const message = await signed(payment);
    const shown = described(message)?.summary.find(({ name }) => name === 'Hash that Sui verifies')?.value;
    expect(shown).toBe(`0x${hexEncode(blake2b(message, { dkLen: 32 }))}`);
    const { signature } = await pair.signTransaction(message.slice(3));
    const bytes = Uint8Array.from(Buffer.from(signature, 'base64'));
    const key = hexEncode(pair.getPublicKey().toRawBytes());
    expect(ed25519Verify(key, Uint8Array.from(Buffer.from(String(shown).slice(2), 'hex')), bytes.slice(1, 65))).toBe(
      true,
    );
    expect(ed25519Verify(key, message, bytes.slice(1, 65))).toBe(false);
  });

  it('reads no bytes that the SDK writes otherwise', async () => {
    const samples = [await signed(payment), await signed(payment, SUI_OTHER)].map((bytes) => hexEncode(bytes));
    let taken = 0;
    fc.assert(
      fc.property(mutatedHex(...samples), (digits) => {
        const bytes = Uint8Array.from(Buffer.from(digits, 'hex'));
        const read = bytes.length < 5 ? null : refusedOr(() => readTransaction(bytes));
        // The SDK rounds an epoch of more than 53 bits.
        if (read === null || read instanceof Refusal || Number(read.lastEpoch.value) > Number.MAX_SAFE_INTEGER) return;
        const begun = Uint8Array.from([0, 0, 0, 0, 0, ...bytes.slice(5)]);
        taken += 1;
        expect(hexEncode(bcs.TransactionData.serialize(bcs.TransactionData.parse(begun.slice(3))).toBytes())).toBe(
          hexEncode(begun.slice(3)),
        );
      }),
      { numRuns: fuzzRuns() },
    );
    expect(taken).toBeGreaterThan(FUZZ_RUNS / 20);
  });
});
