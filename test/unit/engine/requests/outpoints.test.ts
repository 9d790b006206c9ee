import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultOf } from '../../../../electron/client/index.ts';
import { readBitcoinAddress } from '../../../../electron/crypto/addresses/bitcoin.ts';
import { openP256Signer } from '../../../../electron/crypto/curves/p256.ts';
import { generateP256 } from '../../../../electron/crypto/index.ts';
import { signStamp } from '../../../../electron/crypto/stamps.ts';
import { outpointsIn } from '../../../../electron/engine/requests/outpoints.ts';
import { fingerprintOf } from '../../../../electron/engine/verify/verify.ts';
import type { Question } from '../../../../shared/ipc/index.ts';
import type { Meaning } from '../../../../shared/model/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { encodeStamp, STAMP_HEADER, utf8Encode } from '../../../../shared/wire/index.ts';
import {
  type Draft,
  draftOf,
  first,
  inputOf,
  outputBytes,
  publicKey,
  writeDraft,
} from '../../crypto/transactions/bitcoin/drafts.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

describe('what stamped requests stated of Bitcoin outputs', () => {
  let bench: Bench;
  let signWith: string;
  let script: string;
  const asked: Question[] = [];
  beforeAll(async () => {
    bench = await createReadyBench({
      async consent(question) {
        asked.push(question);
        return operatorSays(question);
      },
    });
    const { requestId } = await bench.engine.requests.prepare('create_wallet', {
      walletName: 'Bitcoin',
      accounts: [
        {
          curve: 'CURVE_SECP256K1',
          pathFormat: 'PATH_FORMAT_BIP32',
          path: "m/84'/0'/0'/0/0",
          addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH',
        },
      ],
    });
    const { activity } = await bench.engine.requests.submit(requestId);
    [signWith = ''] = resultOf(OPERATIONS.create_wallet, activity).addresses;
    script = readBitcoinAddress(signWith)?.script ?? '';
  });
  afterAll(() => bench.end());

  const unsigned = (satoshi: bigint, salt: number) => {
    const draft: Draft = draftOf([], '');
    draft.inputs.push({
      ...inputOf('P2WPKH', publicKey, salt),
    });
    first(draft.inputs).fields.set('01', outputBytes(satoshi, script));
    first(draft.outputs).amount = 1_000n;
    draft.outputs.splice(1);
    return writeDraft(draft);
  };
  const prepare = async (satoshi: bigint, salt: number) => {
    bench.advance(1);
    const unsignedTransaction = unsigned(satoshi, salt);
    return bench.engine.requests.prepare('sign_transaction', {
      signWith,
      unsignedTransaction,
      type: 'TRANSACTION_TYPE_BITCOIN',
    });
  };
  const submit = async (satoshi: bigint, salt: number) =>
    bench.engine.requests.submit((await prepare(satoshi, salt)).requestId);

  it('are remembered: another amount is refused before anybody is asked, the same one is signed again', async () => {
    await submit(50_000n, 1);
    const before = asked.length;
    await expect(submit(60_000n, 1)).rejects.toMatchObject({
      code: 'TRANSACTION_INVALID',
      outcome: 'notSent',
      message: expect.stringMatching(/states 0.0006 BTC for the output .* stated 0.0005 BTC\. Nothing was signed\./),
    });
    expect(asked).toHaveLength(before);
    await submit(50_000n, 1);
  });

  it('are remembered of a dry run too, whose stamp leaves this program', async () => {
    await bench.engine.requests.dryRun((await prepare(50_000n, 2)).requestId);
    await expect(submit(60_000n, 2)).rejects.toMatchObject({ code: 'TRANSACTION_INVALID' });
  });

  it('are compared when a proposal of somebody else is approved', async () => {
    const second = generateP256();
    const apiKeys = [{ apiKeyName: 'Key', publicKey: second.publicKey, curveType: 'API_KEY_CURVE_P256' }];
    const user = { userName: 'Second', apiKeys, authenticators: [], oauthProviders: [], userTags: [] };
    const { userId } = await bench.engine.queries.ask('whoami', {});
    const make = async (operation: string, parameters: Record<string, unknown>) => {
      bench.advance(1);
      return bench.engine.requests.submit((await bench.engine.requests.prepare(operation, parameters)).requestId);
    };
    await make('create_users', { users: [user] });
    const { users } = await bench.engine.queries.ask('list_users', {});
    const others = users.filter(({ userName }) => userName === 'Second').map((one) => one.userId);
    await submit(50_000n, 3);
    const template = await bench.engine.requests.dryRun((await prepare(50_000n, 4)).requestId);
    await make('update_root_quorum', { threshold: 2, userIds: [userId, ...others] });

    const lie = unsigned(60_000n, 3);
    const given = JSON.parse(template.body);
    const body = utf8Encode(
      JSON.stringify({ ...given, parameters: { ...given.parameters, unsignedTransaction: lie } }),
    );
    const signer = openP256Signer(second.privateKey);
    const headers = { 'Content-Type': 'application/json', [STAMP_HEADER]: encodeStamp(signStamp(signer, body)) };
    const reply = await bench.transport.send({ method: 'POST', url: template.url, headers, body });
    expect(reply.status).toBe(200);
    await expect(make('approve_activity', { fingerprint: fingerprintOf(body) })).rejects.toMatchObject({
      code: 'TRANSACTION_INVALID',
      message: expect.stringContaining('states 0.0006 BTC'),
    });
  });
});

it('a PSBT that cannot be read states no outputs', () => {
  const parameters = { type: 'TRANSACTION_TYPE_BITCOIN', unsignedTransaction: '70736274' };
  const body = utf8Encode(JSON.stringify({ parameters }));
  expect(outpointsIn({ operation: 'sign_transaction' } as Meaning, body)).toEqual([]);
});
