import { addressOf } from '../../electron/crypto/index.ts';
import { provenOutputs } from '../../electron/custody/chains/bitcoin/outputs.ts';
import { NONE_USED } from '../../electron/custody/chains/bitcoin/reserved.ts';
import { createChainNode } from '../../electron/custody/chains/node.ts';
import { pricePayment } from '../../electron/custody/chains/payment-prices.ts';
import {
  type BitcoinFees,
  type CoinSizes,
  type ComposedBitcoinPayment,
  chooseCoins,
} from '../../shared/model/index.ts';
import { hexDecode } from '../../shared/wire/index.ts';
import { BITCOIN, type BitcoinStandIn } from './bitcoin-node.ts';

export const KINDS = ['P2PKH', 'P2WPKH', 'P2TR'] as const;
export type Kind = (typeof KINDS)[number];
const PUBLIC = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const formatOf = (kind: Kind | 'P2SH' | 'P2WSH') => `ADDRESS_FORMAT_BITCOIN_MAINNET_${kind}` as const;
export const keyOf = (kind: Kind) => ({
  curve: 'CURVE_SECP256K1' as const,
  publicKey: PUBLIC,
  addressFormats: [formatOf(kind)],
  privateKey: hexDecode(`${'00'.repeat(31)}01`),
});
export const payerOf = (kind: Kind) => addressOf(formatOf(kind), PUBLIC);
/** A recipient that no test signs for. */
const OTHER = '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5';
export const recipientOf = (kind: Kind | 'P2SH' | 'P2WSH') => addressOf(formatOf(kind), OTHER);
export const TO = recipientOf('P2WPKH');

/** A node of Bitcoin whose one endpoint is the stand-in. */
export const nodeOn = (chain: BitcoinStandIn) =>
  createChainNode({
    chain: BITCOIN,
    endpoints: 1,
    steady: () => 0,
    onState: () => undefined,
    callNode: (call) => chain.callNode(call),
  });
export const priceOn = async (chain: BitcoinStandIn, from: string, to = TO) =>
  (await pricePayment(BITCOIN, nodeOn(chain), from, { to, token: null, units: '1' })) as BitcoinFees;
export const sizesOf = (fees: BitcoinFees, rate = fees.normal): CoinSizes => ({
  rate: BigInt(rate),
  inputWeight: fees.inputWeight,
  changeDust: BigInt(fees.changeDust),
  recipientBytes: fees.recipientBytes,
  changeBytes: fees.changeBytes,
  inOrder: fees.inOrder,
  hasWitness: fees.hasWitness,
});

/** Composes as the window and the vault do, from the price. */
export async function composeOn(
  chain: BitcoinStandIn,
  from: string,
  units: bigint,
  { to = TO, rate }: { to?: string; rate?: string } = {},
) {
  const fees = await priceOn(chain, from, to);
  const sizes = sizesOf(fees, rate);
  const choice = chooseCoins(fees.coins.map(BigInt), units, sizes);
  const wanted = { from, payments: [{ to, units }], rate: sizes.rate, used: NONE_USED };
  const [inputs = []] = await provenOutputs(nodeOn(chain), wanted);
  const payment: ComposedBitcoinPayment = {
    family: 'bitcoin',
    chain: BITCOIN,
    from,
    to,
    units: String(units),
    token: null,
    inputs,
    feeRate: String(sizes.rate),
    feeAtMost: String(choice?.fee ?? 0n),
  };
  return { payment, fees, fee: choice?.fee ?? 0n };
}
