import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resultOf } from '../../../../electron/client/index.ts';
import { publicKeyOf, signTransaction } from '../../../../electron/crypto/index.ts';
import type { ActivityDetail } from '../../../../shared/model/index.ts';
import { type Activity, OPERATIONS } from '../../../../shared/operations/index.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';
import { type Bench, createBench, createReadyBench } from '../harness.ts';

/** EIP-1559 on chain 1: nonce 0, 2.5 ether to 0xf39F…2266 at 32 gwei or less. */
const UNSIGNED = '02f001808459682f0085077359400082520894f39fd6e51aad88f6f4ce6ab8827279cfffb922668822b1c8c1227a000080c0';
const SOMEWHERE_ELSE = '22222222-2222-4222-8222-222222222222';
const GET = OPERATIONS.get_activity.path;

/** An organization in which two have to agree: the one with the service, and a second machine that is connected to it. */
describe('what came of an activity', () => {
  let first: Bench & { address: string };
  let second: Bench;
  let activityId: string;

  const submit = async (
    { engine, advance }: Bench,
    operation: string,
    parameters: Record<string, unknown>,
    makesTarget = false,
  ) => {
    // The service cannot distinguish two equal requests made in one millisecond.
    advance(1);
    const { requestId } = await engine.requests.prepare(operation, parameters, { makesTarget });
    return (await engine.requests.submit(requestId)).activity;
  };
  const approve = ({ fingerprint }: Activity) => submit(second, 'approve_activity', { fingerprint });
  /** Submits a request that both users approve. Returns its activity. */
  const agree = async (operation: string, parameters: Record<string, unknown>, makesTarget = false) => {
    const proposed = await submit(first, operation, parameters, makesTarget);
    expect(proposed.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    const approved = await approve(proposed);
    expect(approved.status).toBe('ACTIVITY_STATUS_COMPLETED');
    return approved;
  };
  const payment = () =>
    agree('sign_transaction', {
      signWith: first.address,
      type: 'TRANSACTION_TYPE_ETHEREUM',
      unsignedTransaction: UNSIGNED,
    });
  const openingOf = ({ engine }: Bench, id: string): Promise<ActivityDetail['opening']> =>
    engine.activities.get(id).then(({ opening }) => opening);

  beforeAll(async () => {
    first = await createReadyBench();
    second = await createBench();
    const { organizationId } = first.engine.profiles.get();
    const { baseUrl } = await first.engine.service.startLocal();
    await second.engine.setup.connect({ name: 'desk', baseUrl, organizationId, signerKey: null, store: 'file' });
    const [{ publicKey = '' } = {}] = second.engine.credentials.list('desk');
    const apiKeys = [{ apiKeyName: 'Desk', publicKey, curveType: 'API_KEY_CURVE_P256' }];
    const user = { userName: 'Ben', apiKeys, authenticators: [], oauthProviders: [], userTags: [] };
    const made = await submit(first, 'create_users', { users: [user] });
    const { userId } = await first.engine.queries.ask('whoami', {});
    const userIds = [userId, ...resultOf(OPERATIONS.create_users, made).userIds];
    await submit(first, 'update_root_quorum', { threshold: 2, userIds });
  });
  afterAll(async () => {
    await second.end();
    await first.end();
  });
  beforeEach(async () => {
    activityId = (await payment()).id;
  });

  it('is proven for whoever asked, whoever voted, and a machine that did neither', async () => {
    const { signed, ...result } = await second.engine.results.get(activityId);
    expect(result).toMatchObject({
      comparedWith: 'voted',
      proof: { address: first.address, compared: expect.arrayContaining(['to', 'value']) },
      problem: null,
      transaction: { chain: 'eip155:1', address: first.address, nonce: '0' },
      isBroadcast: false,
      handedOver: null,
    });
    await first.engine.activities.get(activityId);
    const asked = await first.engine.results.get(activityId);
    expect(asked).toEqual({ ...result, signed, comparedWith: 'asked' });
  });

  /** Makes the second machine read the activity again, with a changed reply. */
  const shown = async (change: (activity: Activity) => object) => {
    const { engine } = second;
    const activity = await engine.activities.find(engine.profiles.get(), activityId);
    return engine.results.of(engine.profiles.get(), { ...activity, ...change(activity) } as Activity);
  };
  const signedBy = (privateKey: Uint8Array<ArrayBuffer>, unsigned: string) =>
    signTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned, { privateKey, curve: 'CURVE_SECP256K1' } as never);
  const FOREIGN = hexDecode('11'.repeat(32));

  it.each([
    ['of another key', () => signedBy(FOREIGN, UNSIGNED)],
    ['of another payment', () => signedBy(FOREIGN, UNSIGNED.replace('b92266', 'b92267'))],
    ['that is no transaction', () => '02c0'],
  ])('is withheld when the service shows a signed transaction %s', async (_what, make) => {
    expect(publicKeyOf('CURVE_SECP256K1', FOREIGN)).not.toBe('');
    const result = await shown(() => ({ result: { signTransactionResult: { signedTransaction: make() } } }));
    expect(result).toMatchObject({ signed: null, proof: null, transaction: null, problem: { isWrong: true } });
  });

  it('is withheld when the service shows no result', async () => {
    const result = await shown(() => ({ result: null }));
    expect(result).toMatchObject({ signed: null, proof: null, transaction: null, problem: { isWrong: true } });
  });

  const withMessage = (change: (message: string) => string) => (activity: Activity) => {
    const votes = activity.votes.map((vote) => ({ ...vote, message: change(vote.message) }));
    return { votes };
  };
  const hashed = (activity: Activity, message: string) => ({
    fingerprint: fingerprintOfText(message),
    votes: [{ ...activity.votes[0], message }],
  });

  it.each([
    [
      'of other bytes',
      withMessage((message) => message.replace('02f0', '02f1')),
      /no request that has the fingerprint/,
    ],
    ['of nothing', () => ({ votes: [] }), /no request that has the fingerprint/],
    ['of a type that nobody knows', () => ({ type: 'ACTIVITY_TYPE_OF_TOMORROW' }), /does not know this type/],
    ['of another type', () => ({ type: OPERATIONS.create_wallet.activityType }), /not a valid/],
    [
      'that names a member twice',
      (activity: Activity) => hashed(activity, (activity.votes[0]?.message ?? '').replace('{', '{"type":"x",')),
      /more than one way/,
    ],
    [
      'of another organization',
      (activity: Activity) =>
        hashed(activity, (activity.votes[0]?.message ?? '').replace(activity.organizationId, SOMEWHERE_ELSE)),
      /another organization/,
    ],
    [
      'without a transaction',
      (activity: Activity) => hashed(activity, (activity.votes[0]?.message ?? '').replace(UNSIGNED, '')),
      /not a valid/,
    ],
  ])('is not called proven when the request is %s', async (_what, change, why) => {
    const result = await shown(change as (activity: Activity) => object);
    expect(result).toMatchObject({
      comparedWith: null,
      proof: null,
      transaction: null,
      problem: { isWrong: false, message: expect.stringMatching(why) },
    });
  });

  it('is broadcast from the proven bytes alone', async () => {
    const { engine } = second;
    const { signed } = await engine.results.get(activityId);
    const { body, requestId } = await engine.results.prepareBroadcast(activityId);
    expect(JSON.parse(body)).toMatchObject({
      type: OPERATIONS.eth_send_raw_transaction.activityType,
      parameters: { signedTransaction: signed?.kind === 'transaction' && signed.signedTransaction, caip2: 'eip155:1' },
    });
    await engine.requests.discard(requestId);
    const other = await agree('create_wallet', { walletName: 'Other', accounts: [] });
    await expect(engine.results.prepareBroadcast(other.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(engine.results.chainState(other.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await engine.results.chainState(activityId)).toEqual({ state: 'noNode' });
  });

  it('has no result before it is completed, and is read again until it is', async () => {
    const proposed = await submit(first, 'create_wallet', { walletName: 'Later', accounts: [] });
    const { engine } = first;
    await expect(engine.results.get(proposed.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const reads = () => first.transport.sent.filter(({ path }) => path === GET).length;
    const before = reads();
    // Each answer that differs has the page ask again, so a service could keep it asking.
    await engine.activities.get(proposed.id);
    await engine.activities.get(proposed.id);
    expect(reads()).toBe(before + 1);
    first.advance(1000);
    await approve(proposed);
    first.transport.fail(GET, 'before it is sent');
    expect((await engine.activities.get(proposed.id)).row.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    let announced = 0;
    engine.on('activities', () => {
      announced += 1;
    });
    expect((await engine.activities.get(proposed.id)).row.status).toBe('ACTIVITY_STATUS_COMPLETED');
    await engine.activities.get(proposed.id);
    expect(announced).toBe(1);
    expect(await engine.results.get(proposed.id)).toMatchObject({ signed: null, proof: null, problem: null });
  });

  it('opens an export where its target key is, and says who can open it elsewhere', async () => {
    await first.engine.accounts.refresh();
    const exported = await agree('export_wallet_account', { address: first.address }, true);
    const { userId } = await first.engine.queries.ask('whoami', {});
    expect(await openingOf(first, exported.id)).toEqual({ can: 'open', until: null });
    expect(await openingOf(second, exported.id)).toEqual({
      can: 'elsewhere',
      by: { userId, name: expect.any(String) },
      profile: null,
    });
    await expect(second.engine.exports.openActivity(exported.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { revealId, proof } = await first.engine.exports.openActivity(exported.id);
    expect(proof.derivedAddress).toBe(first.address);
    await first.engine.exports.close(revealId);
  });

  it('opens an export where one machine holds the profiles of both people', async () => {
    const { engine } = first;
    const { organizationId, name: local } = engine.profiles.get();
    const { baseUrl } = await engine.service.startLocal();
    const exported = await agree('export_wallet_account', { address: first.address }, true);
    await engine.setup.connect({ name: 'ben', baseUrl, organizationId, signerKey: null, store: 'file' });
    // The id alone names no request: the voter of the other profile got the same one.
    const ben = engine.profiles.get('ben');
    engine.profiles.use(local);
    expect(await openingOf(first, exported.id)).toMatchObject({ can: 'open' });
    const activity = await engine.activities.find(engine.profiles.get(local), exported.id);
    expect(engine.activities.detail(ben, activity).opening).toMatchObject({ can: 'elsewhere', profile: local });
  });
});

function fingerprintOfText(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
