import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultOf } from '../../../../electron/client/index.ts';
import { readBitcoinAddress } from '../../../../electron/crypto/addresses/bitcoin.ts';
import type { Question } from '../../../../shared/ipc/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import {
  type Draft,
  draftOf,
  first,
  inputOf,
  outputBytes,
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

  const prepare = async (satoshi: bigint, salt: number) => {
    bench.advance(1);
    const draft: Draft = draftOf([], '');
    draft.inputs.push({
      ...inputOf('P2WPKH', `02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`, salt),
    });
    first(draft.inputs).fields.set('01', outputBytes(satoshi, script));
    first(draft.outputs).amount = 1_000n;
    draft.outputs.splice(1);
    const unsignedTransaction = writeDraft(draft);
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
});
