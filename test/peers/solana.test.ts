import { base58 } from '@scure/base';
import {
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  Authorized,
  ComputeBudgetProgram,
  Keypair,
  Lockup,
  PublicKey,
  StakeAuthorizationLayout,
  StakeProgram,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  VoteAuthorizationLayout,
  VoteProgram,
} from '@solana/web3.js';
import { TurnkeySigner } from '@turnkey/solana';
import fc from 'fast-check';
import '../fuzz/seed.ts';
import { describe, expect, test } from 'vitest';
import type { SigningKey } from '../../electron/crypto/transactions/index.ts';
import { describeTransaction, signTransaction, verifyTransaction } from '../../electron/crypto/transactions/index.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { mutatedHex } from '../fuzz/hex-mutations.ts';
import { outcome } from '../fuzz/only-app-errors.ts';

const TYPE = 'TRANSACTION_TYPE_SOLANA';
const CASES = { numRuns: 200, seed: 6 };

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const keypair = bytes32.map((seed) => Keypair.fromSeed(seed));
const publicKey = bytes32.map((bytes) => new PublicKey(bytes));

function signingKey(pair: Keypair): SigningKey {
  return {
    curve: 'CURVE_ED25519',
    publicKey: hexEncode(pair.publicKey.toBytes()),
    addressFormats: ['ADDRESS_FORMAT_SOLANA'],
    privateKey: pair.secretKey.slice(0, 32),
  };
}

/** Two or three signers, and instructions that all of them sign, most of them not known to anybody. */
const draft = fc
  .record({
    signers: fc.uniqueArray(keypair, { minLength: 2, maxLength: 3, selector: (pair) => pair.publicKey.toBase58() }),
    others: fc.uniqueArray(publicKey, { minLength: 1, maxLength: 4, selector: (key) => key.toBase58() }),
    program: publicKey,
    blockhash: publicKey.map((key) => key.toBase58()),
    lamports: fc.bigInt({ min: 0n, max: 2n ** 63n }),
    data: fc.uint8Array({ maxLength: 100 }),
    writable: fc.boolean(),
  })
  .map(({ signers, others, program, lamports, data, writable, blockhash }) => {
    const [payer, second] = signers;
    const instructions = [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 200_000 }),
      SystemProgram.transfer({ fromPubkey: second!.publicKey, toPubkey: others[0]!, lamports }),
      new TransactionInstruction({
        programId: program,
        data: Buffer.from(data),
        keys: [
          ...signers.map((pair) => ({ pubkey: pair.publicKey, isSigner: true, isWritable: writable })),
          ...others.map((pubkey) => ({ pubkey, isSigner: false, isWritable: writable })),
        ],
      }),
    ];
    return { signers, payer: payer!, others, instructions, blockhash, lamports };
  });

describe('what @solana/web3.js builds is signed as it signs it', () => {
  test('legacy transactions of several signers, one after another', () => {
    fc.assert(
      fc.property(draft, ({ signers, payer, instructions, blockhash, lamports, others }) => {
        const theirs = new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash });
        theirs.add(...instructions);
        const unsigned = hexEncode(theirs.serialize({ requireAllSignatures: false }));
        const signed = signers.reduce((text, pair) => {
          const next = signTransaction(TYPE, text, signingKey(pair));
          verifyTransaction(TYPE, text, next, signingKey(pair));
          return next;
        }, unsigned);

        theirs.sign(...signers);
        expect(signed).toBe(hexEncode(theirs.serialize()));
        expect(Transaction.from(hexDecode(signed)).verifySignatures(true)).toBe(true);
        const meaning = describeTransaction(TYPE, unsigned);
        expect(meaning.title).toBe('Solana transaction, legacy');
        const value = (name: string) => meaning.fields.find((field) => field.name === name)?.value;
        expect(value('feePayer')).toBe(payer.publicKey.toBase58());
        expect(value('recentBlockhash')).toBe(blockhash);
        expect(value('instructions[1].lamports')).toBe(String(lamports));
        expect(value('instructions[1].to')).toBe(others[0]!.toBase58());
      }),
      CASES,
    );
  });

  test('version 0 transactions, with and without address tables', () => {
    fc.assert(
      fc.property(draft, fc.option(publicKey), ({ signers, payer, instructions, blockhash, others }, tableKey) => {
        const tables =
          tableKey === null
            ? []
            : [
                new AddressLookupTableAccount({
                  key: tableKey,
                  state: {
                    deactivationSlot: 2n ** 64n - 1n,
                    lastExtendedSlot: 0,
                    lastExtendedSlotStartIndex: 0,
                    addresses: others,
                  },
                }),
              ];
        const message = new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash: blockhash, instructions });
        const theirs = new VersionedTransaction(message.compileToV0Message(tables));
        const unsigned = hexEncode(theirs.serialize());
        const shuffled = signers.toReversed();
        const signed = shuffled.reduce((text, pair) => signTransaction(TYPE, text, signingKey(pair)), unsigned);

        theirs.sign(signers);
        expect(signed).toBe(hexEncode(theirs.serialize()));
        expect(hexEncode(VersionedTransaction.deserialize(hexDecode(signed)).serialize())).toBe(signed);
        const meaning = describeTransaction(TYPE, unsigned);
        expect(meaning.title).toBe('Solana transaction, version 0');
        expect(meaning.findings.some(({ text }) => text.includes('address tables'))).toBe(tableKey !== null);
        if (tableKey !== null)
          expect(meaning.fields).toContainEqual(
            expect.objectContaining({ name: 'addressTableLookups[0]', value: tableKey.toBase58() }),
          );
      }),
      CASES,
    );
  });

  test('a signature by the library stands beside ours, and the id is the network’s id', () => {
    const [payer, second] = [1, 2].map((byte) => Keypair.fromSeed(new Uint8Array(32).fill(byte)));
    const transaction = new Transaction({ feePayer: payer!.publicKey, recentBlockhash: second!.publicKey.toBase58() });
    transaction.add(SystemProgram.transfer({ fromPubkey: second!.publicKey, toPubkey: payer!.publicKey, lamports: 1 }));
    transaction.partialSign(second!);
    const unsigned = hexEncode(transaction.serialize({ requireAllSignatures: false }));
    const signed = signTransaction(TYPE, unsigned, signingKey(payer!));
    transaction.partialSign(payer!);
    expect(signed).toBe(hexEncode(transaction.serialize()));
    const { transactionId } = verifyTransaction(TYPE, unsigned, signed, signingKey(payer!));
    expect(transactionId).toBe(base58.encode(transaction.signature!));
  });

  test("the custody service's own signer accepts our answer", async () => {
    const pair = Keypair.fromSeed(new Uint8Array(32).fill(3));
    const asked: unknown[] = [];
    const client = {
      signTransaction: async (request: { type: string; unsignedTransaction: string }) => {
        asked.push(request.type);
        return {
          activity: { id: '1', type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2', status: 'ACTIVITY_STATUS_COMPLETED' },
          signedTransaction: signTransaction(TYPE, request.unsignedTransaction, signingKey(pair)),
        };
      },
    };
    const signer = new TurnkeySigner({ organizationId: 'organization', client: client as never });
    const transaction = new Transaction({ feePayer: pair.publicKey, recentBlockhash: pair.publicKey.toBase58() });
    transaction.add(SystemProgram.transfer({ fromPubkey: pair.publicKey, toPubkey: pair.publicKey, lamports: 1 }));
    const signed = await signer.signTransaction(transaction, pair.publicKey.toBase58());
    expect(asked).toEqual([TYPE]);
    expect(signed instanceof Transaction && signed.verifySignatures(true)).toBe(true);
  });
});

test('a transaction that is accepted after a change of some bytes is read alike by the library', () => {
  const [payer, second] = [1, 2].map((byte) => Keypair.fromSeed(new Uint8Array(32).fill(byte)));
  const transfer = SystemProgram.transfer({ fromPubkey: payer!.publicKey, toPubkey: second!.publicKey, lamports: 1 });
  const message = new TransactionMessage({
    payerKey: payer!.publicKey,
    recentBlockhash: second!.publicKey.toBase58(),
    instructions: [transfer, ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 5 })],
  });
  const samples = [message.compileToLegacyMessage(), message.compileToV0Message()].map((compiled) =>
    hexEncode(new VersionedTransaction(compiled).serialize()),
  );
  let taken = 0;
  fc.assert(
    fc.property(mutatedHex(...samples), (text) => {
      const described = outcome(() => describeTransaction(TYPE, text));
      if ('error' in described) return;
      taken += 1;
      const theirs = VersionedTransaction.deserialize(hexDecode(text));
      expect(hexEncode(theirs.serialize())).toBe(text);
      const value = (name: string) => described.value.fields.find((field) => field.name === name)?.value;
      expect(value('recentBlockhash')).toBe(theirs.message.recentBlockhash);
      expect(value('feePayer')).toBe(theirs.message.staticAccountKeys[0]?.toBase58());
      theirs.message.compiledInstructions.forEach(({ programIdIndex }, index) => {
        expect(value(`instructions[${index}].programId`)).toBe(
          theirs.message.staticAccountKeys[programIdIndex]?.toBase58(),
        );
      });
    }),
    { numRuns: 2000, seed: 6 },
  );
  expect(taken).toBeGreaterThan(200);
});

test('instructions from the library’s builders are read to the last byte', () => {
  const [payer, a, b, c] = [1, 2, 3, 4].map((byte) => Keypair.fromSeed(new Uint8Array(32).fill(byte)).publicKey);
  if (payer === undefined || a === undefined || b === undefined || c === undefined) throw new Error('there are four');
  const stake = { stakePubkey: a, authorizedPubkey: payer };
  const seeded = { basePubkey: payer, seed: 'cold storage', programId: c };
  const built = {
    createAccount: SystemProgram.createAccount({
      fromPubkey: payer,
      newAccountPubkey: a,
      lamports: 5,
      space: 9,
      programId: b,
    }),
    assign: SystemProgram.assign({ accountPubkey: payer, programId: b }),
    assignWithSeed: SystemProgram.assign({ ...seeded, accountPubkey: a }),
    transferWithSeed: SystemProgram.transfer({ ...seeded, fromPubkey: a, toPubkey: b, lamports: 5 }),
    createAccountWithSeed: SystemProgram.createAccountWithSeed({
      ...seeded,
      fromPubkey: payer,
      newAccountPubkey: a,
      lamports: 5,
      space: 9,
    }),
    allocate: SystemProgram.allocate({ accountPubkey: payer, space: 9 }),
    allocateWithSeed: SystemProgram.allocate({ ...seeded, accountPubkey: a, space: 9 }),
    initializeNonceAccount: SystemProgram.nonceInitialize({ noncePubkey: a, authorizedPubkey: payer }),
    advanceNonceAccount: SystemProgram.nonceAdvance({ noncePubkey: a, authorizedPubkey: payer }),
    withdrawNonceAccount: SystemProgram.nonceWithdraw({
      noncePubkey: a,
      authorizedPubkey: payer,
      toPubkey: b,
      lamports: 5,
    }),
    authorizeNonceAccount: SystemProgram.nonceAuthorize({
      noncePubkey: a,
      authorizedPubkey: payer,
      newAuthorizedPubkey: b,
    }),
    initialize: StakeProgram.initialize({
      stakePubkey: a,
      authorized: new Authorized(b, c),
      lockup: new Lockup(7, 8, c),
    }),
    delegateStake: StakeProgram.delegate({ ...stake, votePubkey: b }).instructions[0],
    authorize: StakeProgram.authorize({
      ...stake,
      newAuthorizedPubkey: b,
      stakeAuthorizationType: StakeAuthorizationLayout.Withdrawer,
    }).instructions[0],
    split: StakeProgram.split({ ...stake, splitStakePubkey: b, lamports: 5 }, 9).instructions[1],
    withdraw: StakeProgram.withdraw({ ...stake, toPubkey: b, lamports: 5 }).instructions[0],
    deactivate: StakeProgram.deactivate(stake).instructions[0],
    merge: StakeProgram.merge({ stakePubkey: a, sourceStakePubKey: b, authorizedPubkey: payer }).instructions[0],
    'vote authorize': VoteProgram.authorize({
      votePubkey: a,
      authorizedPubkey: payer,
      newAuthorizedPubkey: b,
      voteAuthorizationType: VoteAuthorizationLayout.Withdrawer,
    }).instructions[0],
    'vote withdraw': VoteProgram.withdraw({
      votePubkey: a,
      authorizedWithdrawerPubkey: payer,
      lamports: 5,
      toPubkey: b,
    }).instructions[0],
    createLookupTable: AddressLookupTableProgram.createLookupTable({ authority: payer, payer, recentSlot: 5 })[0],
    extendLookupTable: AddressLookupTableProgram.extendLookupTable({
      authority: payer,
      payer,
      lookupTable: a,
      addresses: [b, c],
    }),
    closeLookupTable: AddressLookupTableProgram.closeLookupTable({ authority: payer, lookupTable: a, recipient: b }),
    setComputeUnitPrice: ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 5 }),
  };
  for (const [name, instruction] of Object.entries(built)) {
    if (instruction === undefined) throw new Error(`${name} was not built`);
    const theirs = new Transaction({ feePayer: payer, recentBlockhash: c.toBase58() }).add(instruction);
    const { fields, unexplained } = describeTransaction(
      TYPE,
      hexEncode(theirs.serialize({ requireAllSignatures: false })),
    );
    const read = fields.find((field) => field.name === 'instructions[0].instruction')?.value;
    expect([read, unexplained], name).toEqual([name.split(' ').at(-1), []]);
  }
});
