import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateP256, unsignedEthereumPayment, unsignedTempoPayment } from '../../../../electron/crypto/index.ts';
import type { Question } from '../../../../shared/ipc/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

const TO = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const pay = (maxFeePerGas: string, nonce = '7') =>
  unsignedEthereumPayment({
    family: 'ethereum',
    chain: 'eip155:1',
    nonce,
    gasLimit: '21000',
    to: TO,
    token: null,
    units: '2500000000000000000',
    maxFeePerGas,
    maxPriorityFeePerGas: '1',
  });

const payOnTempo = (maxFeePerGas: string, nonce = '7') =>
  unsignedTempoPayment({
    family: 'tempo',
    chain: 'eip155:4217',
    nonce,
    gasLimit: '60000',
    from: TO,
    memo: null,
    feeToken: null,
    to: TO,
    token: '0x20C0000000000000000000000000000000000000',
    units: '2500000',
    maxFeePerGas,
    maxPriorityFeePerGas: '1',
  });

let bench: Bench & { address: string };
let asked: Question[];
beforeEach(async () => {
  asked = [];
  bench = await createReadyBench({
    consent: async (question) => {
      asked.push(question);
      return operatorSays(question);
    },
  });
});
afterEach(() => bench.end());

it('names the payment that it replaces, as the vault reads it, and no other question does', async () => {
  asked = [];
  const { name } = OPERATIONS.sign_transaction;
  const parameters = (unsignedTransaction: string) => ({
    signWith: bench.address,
    type: 'TRANSACTION_TYPE_ETHEREUM',
    unsignedTransaction,
  });
  const first = await bench.engine.requests.prepare(name, parameters(pay('100')));
  const body = utf8Encode(first.body);
  const second = await bench.engine.requests.prepare(name, parameters(pay('110')), { replaces: { body } });
  await bench.engine.requests.submit(first.requestId).catch(() => undefined);
  await bench.engine.requests.submit(second.requestId).catch(() => undefined);
  const stamps = asked.filter((question) => question.kind === 'stamp');
  expect(stamps.map(({ replaces }) => replaces)).toEqual([
    null,
    {
      headline: expect.stringMatching(new RegExp(`^Send 2.5 ETH to ${TO}`)),
      at: Number(JSON.parse(first.body).timestampMs),
    },
  ]);
});

describe('the second approver', () => {
  const { name } = OPERATIONS.sign_transaction;
  const parameters = (unsignedTransaction: string) => {
    const type = unsignedTransaction.startsWith('76') ? 'TRANSACTION_TYPE_TEMPO' : 'TRANSACTION_TYPE_ETHEREUM';
    return { signWith: bench.address, type, unsignedTransaction };
  };
  const submit = async (operation: string, given: Record<string, unknown>) => {
    bench.advance(1);
    const { requestId, body } = await bench.engine.requests.prepare(operation, given);
    return { body, ...(await bench.engine.requests.submit(requestId)) };
  };
  /** From then on, each request needs the vote of a second user. */
  const needVotes = async () => {
    const { userId } = await bench.engine.queries.ask('whoami', {});
    const apiKeys = [{ apiKeyName: 'Key', publicKey: generateP256().publicKey, curveType: 'API_KEY_CURVE_P256' }];
    const user = { userName: 'Second', apiKeys, authenticators: [], oauthProviders: [], userTags: [] };
    await submit('create_users', { users: [user] });
    const { users } = await bench.engine.queries.ask('list_users', {});
    const others = users.filter(({ userName }) => userName === 'Second').map((other) => other.userId);
    await submit('update_root_quorum', { threshold: 2, userIds: [userId, ...others] });
  };
  const askedToApprove = async (unsignedTransaction: string) => {
    const { activity } = await submit(name, parameters(unsignedTransaction));
    await submit('approve_activity', { fingerprint: activity.fingerprint }).catch(() => undefined);
    return asked.findLast((question) => question.kind === 'stamp' && question.vote !== null);
  };

  it('reads which payment a payment replaces, where this machine signed that one', async () => {
    const first = await submit(name, parameters(pay('100')));
    await needVotes();
    expect(await askedToApprove(pay('110'))).toMatchObject({
      vote: { approves: true },
      replaces: {
        headline: expect.stringMatching(new RegExp(`^Send 2.5 ETH to ${TO}`)),
        at: Number(JSON.parse(first.body).timestampMs),
      },
    });
    expect(await askedToApprove(pay('110', '8'))).toMatchObject({ vote: { approves: true }, replaces: null });
  });

  it('reads the same on Tempo, where a nonce of the key 0 is used once', async () => {
    await submit(name, parameters(payOnTempo('100')));
    await needVotes();
    expect(await askedToApprove(payOnTempo('110'))).toMatchObject({
      replaces: { headline: expect.stringMatching(new RegExp(`^Send 2.5 pathUSD to ${TO}`)) },
    });
    expect(await askedToApprove(payOnTempo('110', '8'))).toMatchObject({ replaces: null });
  });

  it('reads nothing about a payment that only the service shows', async () => {
    const { activity } = await submit(name, parameters(pay('100')));
    await needVotes();
    const journal = new SqliteDatabase(bench.engine.paths.records);
    journal.prepare('UPDATE journal SET activity_id = NULL WHERE activity_id = ?').run(activity.id);
    journal.close();
    expect(await askedToApprove(pay('110'))).toMatchObject({ vote: { approves: true }, replaces: null });
  });
});
