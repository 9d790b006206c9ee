import { PublicKey, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type StartedService, startService } from '../contract/start-service.ts';
import { eventually } from '../tools/eventually.ts';
import { solanaText } from '../unit/crypto/transactions/solana/builder.ts';
import { SOLANA } from './service-client.ts';
import { DEVNET, type SolanaStandIn, solanaStandIn } from './solana-node.ts';

const NONE = PublicKey.default.toBase58();
const COIN = 1_000_000_000;

/** No validator of Solana runs here. The stand-in verifies every signature (solana-node.ts). */
describe('the official client sends on Solana, to a stand-in for a node', () => {
  let node: SolanaStandIn;
  let service: StartedService;
  let payer: string;
  let second: string;
  let fresh: PublicKey;

  beforeAll(async () => {
    node = solanaStandIn();
    service = await startService({ rpc: [`${DEVNET}=http://127.0.0.1:1`], callNode: (call) => node.callNode(call) });
    const paths = ["m/44'/501'/0'/0'", "m/44'/501'/1'/0'"];
    const { activity } = await service.client.createWallet(
      service.envelope('ACTIVITY_TYPE_CREATE_WALLET', {
        walletName: 'Solana',
        accounts: paths.map((path) => ({ ...SOLANA, path })),
      }),
    );
    [payer = '', second = ''] = activity.result.createWalletResult?.addresses ?? [];
  });
  afterAll(() => service?.stop());
  beforeEach(() => {
    node.makesBlocks = true;
    node.lie = () => undefined;
    node.fund(payer, 10 * COIN);
    node.fund(second, 10 * COIN);
    fresh = new PublicKey(crypto.getRandomValues(new Uint8Array(32)));
  });

  const transfer = (lamports: number, from = payer) =>
    SystemProgram.transfer({ fromPubkey: new PublicKey(from), toPubkey: fresh, lamports });
  /** As the public clients hand it over. */
  const base64 = (recentBlockhash: string, ...instructions: readonly ReturnType<typeof transfer>[]) =>
    new Transaction({ feePayer: new PublicKey(payer), recentBlockhash })
      .add(...instructions)
      .serialize({ requireAllSignatures: false })
      .toString('base64');
  const submit = async (name: 'sol_send_transaction' | 'sol_send_transaction_v1', parameters: object) => {
    const [type, member] =
      name === 'sol_send_transaction'
        ? ['ACTIVITY_TYPE_SOL_SEND_TRANSACTION_V2', 'solSendTransactionResultV2']
        : ['ACTIVITY_TYPE_SOL_SEND_TRANSACTION', 'solSendTransactionResult'];
    const body = service.envelope(type, { caip2: DEVNET, ...parameters });
    const { activity } = await service.client.request<
      typeof body,
      { activity: { result: Record<string, { sendTransactionStatusId: string }> } }
    >('/public/v1/submit/sol_send_transaction', body);
    return activity.result[member]?.sendTransactionStatusId ?? '';
  };
  const send = (changes: object = {}, unsignedTransaction = base64(NONE, transfer(5))) =>
    submit('sol_send_transaction', { unsignedTransaction, signWiths: [payer], ...changes });
  const ask = <Answer>(query: string, request: object) =>
    service.client.request<object, Answer>(`/public/v1/query/${query}`, {
      organizationId: service.organizationId,
      ...request,
    });
  const status = (sendTransactionStatusId: string) =>
    ask<{ txStatus: string; txError?: string; solana: { signature: string } }>('get_send_transaction_status', {
      sendTransactionStatusId,
    });
  /** Blocks pass while the service is brought to look. */
  const becomes = (statusId: string, expected: object, blocks = 1) =>
    eventually(async () => {
      node.pass(blocks);
      service.clock.now += 600_000;
      expect(await status(statusId)).toMatchObject(expected);
    }, 50);
  /** The node has it: one that first hears of it when its blockhash is too old would refuse it. */
  const isTaken = (statusId: string) =>
    eventually(async () => expect(node.taken).toContain((await status(statusId)).solana.signature));
  const refusal = (words: string) => ({ message: expect.stringContaining(words) });

  it('inserts the newest blockhash, signs, sends and follows the transaction to the end', async () => {
    const statusId = await send();
    await becomes(statusId, { txStatus: 'INCLUDED' });
    expect(node.balance(fresh.toBase58())).toBe(5);
    const { solana } = await status(statusId);
    expect([...new Set(node.taken)]).toEqual([solana.signature]);
    // Final, it is asked about no more. Two questions may have been under way when it became final.
    node.pass(40);
    await eventually(() => {
      service.clock.now += 600_000;
      expect(node.finals).toBeGreaterThan(0);
    }, 50);
    const quiet = () => new Promise((resolve) => setTimeout(resolve, 2500));
    await quiet();
    const { finals } = node;
    service.clock.now += 3_600_000;
    await quiet();
    expect(node.finals).toBe(finals);
  });

  it('signs, sends and follows version 1, whose signatures stand at its end', async () => {
    const keys = [new PublicKey(payer), new PublicKey(second), fresh, PublicKey.default].map((key) => key.toBytes());
    const unsigned = solanaText({
      version: 1,
      header: [2, 0, 1],
      keys,
      blockhash: PublicKey.default.toBytes(),
      instructions: [{ program: 3, accounts: [1, 2], data: '020000000900000000000000' }],
    });
    const statusId = await send({ signWiths: [payer, second] }, Buffer.from(unsigned, 'hex').toString('base64'));
    await becomes(statusId, { txStatus: 'INCLUDED' });
    expect(node.balance(fresh.toBase58())).toBe(9);
  });

  it('accepts each name of the chain and each encoding of the transaction, in both versions', async () => {
    const hex = Buffer.from(base64(NONE, transfer(7)), 'base64').toString('hex');
    const message = new TransactionMessage({
      payerKey: new PublicKey(payer),
      recentBlockhash: NONE,
      instructions: [transfer(8)],
    }).compileToV0Message();
    const versioned = Buffer.from(new VersionedTransaction(message).serialize()).toString('base64');
    const sent = [
      await send({ caip2: 'solana:devnet' }, hex),
      await send({ caip2: `${DEVNET}wcaWoxPkrZBG` }, versioned),
      await submit('sol_send_transaction_v1', { unsignedTransaction: base64(NONE, transfer(9)), signWith: payer }),
    ];
    for (const statusId of sent) await becomes(statusId, { txStatus: 'INCLUDED' });
    expect(node.balance(fresh.toBase58())).toBe(24);
  });

  it('signs with each of several accounts, and sends nothing without all signatures', async () => {
    const both = base64(NONE, transfer(5), transfer(6, second));
    await expect(send({}, both)).rejects.toMatchObject(refusal(`has to be signed by ${second}`));
    await becomes(await send({ signWiths: [second, payer] }, both), { txStatus: 'INCLUDED' });
    expect(node.balance(fresh.toBase58())).toBe(11);
  });

  it('keeps the transaction’s blockhash, or inserts the requested one', async () => {
    await becomes(await send({}, base64(node.hashAt(node.height - 3), transfer(5))), { txStatus: 'INCLUDED' });
    const recentBlockhash = node.hashAt(node.height - 5);
    await becomes(await send({ recentBlockhash }, base64(node.hashAt(1), transfer(6))), { txStatus: 'INCLUDED' });
    expect(node.balance(fresh.toBase58())).toBe(11);
    await expect(send({}, base64(node.hashAt(1), transfer(7)))).rejects.toMatchObject(
      refusal('is not a recent one of Solana devnet'),
    );
  });

  it('reports a failed transaction', async () => {
    await becomes(await send({}, base64(NONE, transfer(11 * COIN))), {
      txStatus: 'FAILED',
      txError: expect.stringMatching(/it failed.*"InstructionError":\[0,\{"Custom":1\}\]/),
    });
  });

  it('sends a forked-out transaction again with the same signature', async () => {
    const statusId = await send();
    await becomes(statusId, { txStatus: 'INCLUDED' });
    node.forget((await status(statusId)).solana.signature);
    node.makesBlocks = false;
    await becomes(statusId, { txStatus: 'BROADCASTING' });
    node.makesBlocks = true;
    await becomes(statusId, { txStatus: 'INCLUDED' });
    const { solana } = await status(statusId);
    expect(node.taken.filter((signature) => signature === solana.signature).length).toBeGreaterThan(1);
  });

  it('gives up only when no block can include the transaction any more', async () => {
    node.makesBlocks = false;
    const statusId = await send();
    await isTaken(statusId);
    const last = node.height + 150;
    // The last block that may have it is final, and the service has looked since.
    node.pass(last + 32 - node.height);
    const looks = () => node.asked.filter((method) => method === 'getSignatureStatuses').length;
    const before = looks();
    await eventually(() => {
      service.clock.now += 600_000;
      expect(looks()).toBeGreaterThan(before + 1);
    }, 50);
    expect(await status(statusId)).toMatchObject({ txStatus: 'BROADCASTING' });
    await becomes(statusId, { txStatus: 'FAILED', txError: expect.stringContaining('blockhash expired') });
    expect(node.balance(fresh.toBase58())).toBe(0);
  });

  it('sends nothing twice and loses nothing after a restart', async () => {
    node.makesBlocks = false;
    const statusId = await send();
    await isTaken(statusId);
    await service.restart();
    node.makesBlocks = true;
    await becomes(statusId, { txStatus: 'INCLUDED' });
    expect(node.balance(fresh.toBase58())).toBe(5);
  });

  it('ignores a node of another network', async () => {
    node.genesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
    await service.restart();
    await expect(send()).rejects.toMatchObject(
      refusal('it is a node of Solana (solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp)'),
    );
    node.genesis = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
    await eventually(async () => becomes(await send(), { txStatus: 'INCLUDED' }));
  });

  it.each<[string, string, unknown, string]>([
    [
      'a blockhash of other bytes',
      'getLatestBlockhash',
      { value: { blockhash: '1'.repeat(31) } },
      'does not have 32 bytes',
    ],
    ['no height', 'getLatestBlockhash', { value: { blockhash: NONE, lastValidBlockHeight: -1 } }, 'is not a number'],
    ['another answer', 'getLatestBlockhash', [], 'is no object'],
  ])('refuses what does not fit: %s', async (_what, lied, answer, says) => {
    node.lie = (method) => (method === lied ? answer : undefined);
    await expect(send()).rejects.toMatchObject(refusal(says));
  });

  it('treats another transaction id as a fault of the node, and asks again', async () => {
    node.lie = (method) => (method === 'sendTransaction' ? 'ab'.repeat(44) : undefined);
    const statusId = await send();
    await becomes(statusId, { txStatus: 'BROADCASTING' });
    node.lie = () => undefined;
    await becomes(statusId, { txStatus: 'INCLUDED' });
  });

  it('refuses unsupported requests', async () => {
    await expect(send({ sponsor: true })).rejects.toMatchObject(refusal('this service sponsors no fees'));
    await expect(send({ caip2: 'solana:mainnet' })).rejects.toMatchObject(refusal('no endpoint is configured'));
    const theirs = new Transaction({ feePayer: new PublicKey(payer), recentBlockhash: node.hashAt(node.height) });
    theirs.add(transfer(5), transfer(6, second));
    theirs.addSignature(new PublicKey(second), Buffer.alloc(64, 1));
    const bytes = theirs.serialize({ requireAllSignatures: false, verifySignatures: false }).toString('base64');
    await expect(send({}, bytes)).rejects.toMatchObject(refusal('is of another message'));
    const given = { recentBlockhash: node.hashAt(node.height - 1) };
    await expect(send(given, bytes)).rejects.toMatchObject(refusal('it is already signed'));
    await expect(send({}, '!!')).rejects.toMatchObject(refusal('neither hexadecimal'));
  });

  it('reports that it has no history for Solana', async () => {
    const asked = ask('list_sol_transaction_history', { address: payer, caip2: DEVNET });
    await expect(asked).rejects.toMatchObject(refusal('keeps no history of solana:'));
  });

  it('reports an account’s balances', async () => {
    const { balances } = await ask<{ balances: object[] }>('get_wallet_address_balances', {
      address: payer,
      caip2: DEVNET,
    });
    expect(balances).toEqual([
      {
        caip19: `${DEVNET}/slip44:501`,
        symbol: 'SOL',
        name: 'SOL',
        decimals: 9,
        balance: String(10 * COIN),
        display: { crypto: '10' },
      },
    ]);
  });
});
