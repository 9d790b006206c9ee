import { Psbt } from 'bitcoinjs-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { replacementBitcoin, unsignedBitcoinPayment } from '../../electron/crypto/index.ts';
import { type StartedService, startService } from '../contract/start-service.ts';
import { eventually } from '../tools/eventually.ts';
import { BITCOIN, type BitcoinStandIn, bitcoinStandIn } from './bitcoin-node.ts';
import { composeOn, payerOf, recipientOf, TO } from './bitcoin-payments.ts';

let chain: BitcoinStandIn;
beforeEach(() => {
  chain = bitcoinStandIn();
});
const compose = (from: string, units: bigint) => composeOn(chain, from, units);

/** Bitcoin Core runs nowhere here. The stand-in verifies every signature (bitcoin-node.ts). */
describe('the service', () => {
  let service: StartedService;
  let from: string;
  beforeAll(async () => {
    service = await startService({ rpc: [`${BITCOIN}=http://127.0.0.1:1`], callNode: (call) => chain.callNode(call) });
    const { activity } = await service.client.createWallet(
      service.envelope('ACTIVITY_TYPE_CREATE_WALLET', {
        walletName: 'Bitcoin',
        accounts: [
          {
            curve: 'CURVE_SECP256K1',
            pathFormat: 'PATH_FORMAT_BIP32',
            path: "m/84'/0'/0'/0/0",
            addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH',
          },
        ],
      }),
    );
    from = activity.result.createWalletResult?.addresses[0] ?? '';
  });
  afterAll(() => service?.stop());

  const submit = async (parameters: object) => {
    const body = service.envelope('ACTIVITY_TYPE_BTC_SEND_TRANSACTION', {
      signWith: from,
      caip2: BITCOIN,
      ...parameters,
    });
    const { activity } = await service.client.request<
      typeof body,
      { activity: { result: { btcSendTransactionResult: { sendTransactionStatusId: string } } } }
    >('/public/v1/submit/btc_send_transaction', body);
    return activity.result.btcSendTransactionResult.sendTransactionStatusId;
  };
  const ask = <Answer>(query: string, request: object) =>
    service.client.request<object, Answer>(`/public/v1/query/${query}`, {
      organizationId: service.organizationId,
      ...request,
    });
  const status = (sendTransactionStatusId: string) =>
    ask<{ txStatus: string; txError?: string; bitcoin: { txid: string } }>('get_send_transaction_status', {
      sendTransactionStatusId,
    });
  const becomes = (statusId: string, expected: object) =>
    eventually(async () => {
      service.clock.now += 600_000;
      expect(await status(statusId)).toMatchObject(expected);
    }, 50);
  const psbt = async (units: bigint) => unsignedBitcoinPayment((await compose(from, units)).payment);

  it('signs, sends and follows a payment to its block', async () => {
    chain.fund(from, 80_000);
    const statusId = await submit({ unsignedTransaction: await psbt(30_000n) });
    await eventually(() => expect(chain.balance(TO)).toBe(30_000));
    expect(await status(statusId)).toMatchObject({ txStatus: 'BROADCASTING' });
    chain.mine();
    await becomes(statusId, { txStatus: 'INCLUDED' });
    const { balances } = await ask<{ balances: object[] }>('get_wallet_address_balances', {
      address: from,
      caip2: BITCOIN,
    });
    expect(balances).toEqual([expect.objectContaining({ symbol: 'BTC', balance: '48590' })]);
  });

  it('sends a payment again that the nodes forgot', async () => {
    chain.fund(from, 80_000);
    const statusId = await submit({ unsignedTransaction: await psbt(30_000n) });
    await eventually(() => expect(chain.accepted).toHaveLength(1));
    chain.forget();
    await eventually(() => {
      service.clock.now += 600_000;
      expect(chain.accepted).toHaveLength(2);
    }, 50);
    chain.mine();
    await becomes(statusId, { txStatus: 'INCLUDED' });
  });

  it('calls no payment failed for a transaction of others that the node names', async () => {
    const outpoint = chain.fund(from, 80_000);
    const statusId = await submit({ unsignedTransaction: await psbt(30_000n) });
    await eventually(() => expect(chain.accepted).toHaveLength(1));
    chain.forget();
    chain.takeAway(outpoint);
    chain.mine(6);
    await becomes(statusId, {
      txStatus: 'BROADCASTING',
      txError: expect.stringContaining('so the payment is not called failed'),
    });
  });

  it('signs nothing when an output was spent since the review, or a payment under way spends it', async () => {
    const outpoint = chain.fund(from, 80_000);
    const unsignedTransaction = await psbt(30_000n);
    chain.takeAway(outpoint);
    await expect(submit({ unsignedTransaction })).rejects.toThrow(/was spent since. Nothing was signed or sent/);
    chain.fund(from, 90_000);
    const twice = await psbt(30_000n);
    await submit({ unsignedTransaction: twice });
    await expect(submit({ unsignedTransaction: twice })).rejects.toThrow('replacing takes at least');
    expect(chain.accepted.length).toBeLessThanOrEqual(1);
  });

  it('replaces a payment under way by exactly the same one with a higher fee, and sends only that again', async () => {
    chain.fund(from, 80_000);
    const first = await psbt(30_000n);
    const before = await submit({ unsignedTransaction: first });
    await eventually(() => expect(chain.accepted).toHaveLength(1));
    const after = await submit({ unsignedTransaction: replacementBitcoin(first, from, 'raise', 40_000n) });
    await eventually(() => expect(chain.accepted).toHaveLength(2));
    expect(chain.balance(TO)).toBe(30_000);
    chain.forget();
    await eventually(() => {
      service.clock.now += 600_000;
      expect(chain.accepted).toHaveLength(3);
    }, 50);
    expect(chain.accepted[2]).toBe(chain.accepted[1]);
    chain.mine(6);
    await becomes(after, { txStatus: 'INCLUDED' });
    await becomes(before, {
      txStatus: 'FAILED',
      txError: expect.stringContaining('it was replaced by the transaction'),
    });
    const again = replacementBitcoin(first, from, 'raise', 90_000n);
    await expect(submit({ unsignedTransaction: again })).rejects.toThrow('a block includes another payment');
    expect(chain.balance(TO)).toBe(30_000);
  });

  it('signs no replacement that could be paid beside the payment, or pays others', async () => {
    chain.fund(from, 80_000);
    const { payment } = await compose(from, 30_000n);
    const first = unsignedBitcoinPayment(payment);
    await submit({ unsignedTransaction: first });
    await eventually(() => expect(chain.accepted).toHaveLength(1));
    const changed = unsignedBitcoinPayment({ ...payment, units: '30001', feeRate: '40000', feeAtMost: '9000' });
    await expect(submit({ unsignedTransaction: changed })).rejects.toThrow('pays others or other amounts');
    chain.fund(from, 90_000);
    const joined = Psbt.fromHex(replacementBitcoin(first, from, 'raise', 40_000n));
    const other = Psbt.fromHex(unsignedBitcoinPayment((await compose(from, 80_000n)).payment));
    const [input, details] = [other.txInputs[0], other.data.inputs[0]];
    if (input === undefined || details === undefined) throw new Error('No input.');
    joined.addInput({ hash: input.hash, index: input.index, sequence: 0xffff_fffd, ...details });
    await expect(submit({ unsignedTransaction: joined.toHex() })).rejects.toThrow('both could be paid');
    expect(chain.accepted).toHaveLength(1);
  });

  it('replaces nothing that a block includes', async () => {
    chain.fund(from, 80_000);
    const first = await psbt(30_000n);
    await submit({ unsignedTransaction: first });
    await eventually(() => expect(chain.accepted).toHaveLength(1));
    chain.mine();
    const cancelled = replacementBitcoin(first, from, 'cancel', 40_000n);
    await expect(submit({ unsignedTransaction: cancelled })).rejects.toThrow('a block includes the payment');
    expect(chain.accepted).toHaveLength(1);
  });

  it('signs nothing for an output of another address, and nothing without proven amounts', async () => {
    chain.fund(payerOf('P2WPKH'), 80_000);
    const foreign = unsignedBitcoinPayment((await compose(payerOf('P2WPKH'), 30_000n)).payment);
    await expect(submit({ unsignedTransaction: foreign })).rejects.toThrow('spends outputs of other addresses');
    chain.fund(from, 80_000);
    const whole = Psbt.fromHex(await psbt(30_000n));
    delete whole.data.inputs[0]?.nonWitnessUtxo;
    await expect(submit({ unsignedTransaction: whole.toHex() })).rejects.toThrow('has no non_witness_utxo');
    await expect(submit({ unsignedTransaction: foreign, signWith: recipientOf('P2SH') })).rejects.toThrow();
    expect(chain.accepted).toEqual([]);
  });
});
