import { ed25519 } from '@noble/curves/ed25519.js';
import { PublicKey, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { TurnkeySigner } from '@turnkey/solana';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { NOON, type StartedService, startService } from '../contract/start-service.ts';
import { adapterClient, makeAccount, SOLANA } from './service-client.ts';

let service: StartedService;
let address: string;
let signer: TurnkeySigner;
beforeAll(async () => {
  // The adapters take the time of their requests from the machine's clock.
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  service = await startService();
  ({ address } = await makeAccount(service, SOLANA));
  signer = new TurnkeySigner({ client: adapterClient(service), organizationId: service.organizationId });
});
afterAll(async () => {
  vi.useRealTimers();
  await service.stop();
});

const recentBlockhash = new PublicKey(new Uint8Array(32).fill(3)).toBase58();
const transfer = (lamports: number) =>
  SystemProgram.transfer({
    fromPubkey: new PublicKey(address),
    toPubkey: new PublicKey(new Uint8Array(32).fill(5)),
    lamports,
  });
const legacy = (lamports: number) => {
  const transaction = new Transaction({ feePayer: new PublicKey(address), recentBlockhash });
  return transaction.add(transfer(lamports));
};
const versioned = (lamports: number) =>
  new VersionedTransaction(
    new TransactionMessage({
      payerKey: new PublicKey(address),
      recentBlockhash,
      instructions: [transfer(lamports)],
    }).compileToV0Message(),
  );
const holds = ({ message, signatures }: VersionedTransaction) =>
  ed25519.verify(signatures[0] ?? new Uint8Array(64), message.serialize(), new PublicKey(address).toBytes(), {
    zip215: false,
  });

describe('the official Solana signer', () => {
  it('signs a message', async () => {
    const message = new TextEncoder().encode('hello');
    const signature = await signer.signMessage(message, address);
    expect(ed25519.verify(signature, message, new PublicKey(address).toBytes(), { zip215: false })).toBe(true);
  });

  it('adds its signature to legacy and versioned transactions', async () => {
    const first = legacy(1);
    await signer.addSignature(first, address);
    expect(first.verifySignatures()).toBe(true);
    const second = versioned(2);
    await signer.addSignature(second, address);
    expect(holds(second)).toBe(true);
  });

  it('signs many transactions in one activity, each in its place', async () => {
    const transactions = [legacy(3), versioned(4), legacy(5)];
    const [first, second, third] = await signer.signAllTransactions(transactions, address);
    expect((first as Transaction).verifySignatures()).toBe(true);
    expect(holds(second as VersionedTransaction)).toBe(true);
    expect((third as Transaction).verifySignatures()).toBe(true);
  });

  it('has whole transactions signed', async () => {
    const signedLegacy = (await signer.signTransaction(legacy(6), address)) as Transaction;
    expect(signedLegacy.verifySignatures()).toBe(true);
    expect(signedLegacy.serializeMessage()).toEqual(legacy(6).serializeMessage());
    const signedVersioned = (await signer.signTransaction(versioned(7), address)) as VersionedTransaction;
    expect(holds(signedVersioned)).toBe(true);
  });
});
