import {
  chainName,
  decimalText,
  type EndpointChain,
  grouped,
  type PaymentAsset,
  type PaymentUri,
  payerFormats,
  readPaymentUri,
} from '../../../shared/model/index.ts';
import type { SigningAccount } from '../../state/route.ts';
import { PAYMENT_CHAINS, type PaymentDraft } from './draft.ts';

/** The form that a link fills in. */
export interface LinkTarget {
  readonly account: Pick<SigningAccount, 'addressFormat'> | null;
  readonly chain: EndpointChain;
  /** The chosen token of the chain. Null for its coin. */
  readonly token: string | null;
  readonly assetsOf: (chain: EndpointChain) => Promise<readonly PaymentAsset[]>;
}

/** The fields that a link fills in with a sentence about them, or the reason why it fills in none. */
export type LinkContent =
  | { readonly change: Partial<PaymentDraft>; readonly words: string; readonly problem?: never }
  | { readonly problem: string; readonly change?: never };

/** Returns the fields of a payment link. Null for a text that is none, such as an address or a name. Throws AppError. */
export async function readLink(text: string, target: LinkTarget): Promise<LinkContent | null> {
  const uri = readPaymentUri(text);
  if (uri === null) return null;
  if (typeof uri === 'string') return { problem: uri };
  const chain = chainOf(uri, target.chain);
  const name = chainName(chain ?? uri.chains[0] ?? '');
  if (chain === null) return { problem: `The link is for ${name}, where Castellan pays nothing. Nothing was taken.` };
  const { account } = target;
  if (account !== null && !payerFormats(chain).some((format) => format === account.addressFormat))
    return {
      problem: `The link is for ${name}, and the account under From is of another chain. Nothing was taken. Choose an account of ${name} first.`,
    };
  const isSame = chain === target.chain;
  const token = uri.hasAsset || !isSame ? uri.token : target.token;
  const asset = uri.hasAsset ? assetIn(await target.assetsOf(chain), token) : null;
  if (asset === undefined)
    return {
      problem: `The link asks for ${token === null ? 'a coin' : 'a token'} of ${name} that Castellan does not know. Nothing was taken. Ask the recipient for another asset.`,
    };
  const amount =
    uri.amount === null || asset === null
      ? null
      : uri.amount.in === 'whole'
        ? uri.amount.text
        : decimalText(BigInt(uri.amount.text), asset.decimals);
  const paid = asset?.token ?? token;
  // An amount was typed for its asset, and a memo for its recipient.
  const keepsAmount = amount === null && isSame && paid === target.token;
  return {
    change: {
      to: uri.address,
      kept: null,
      chain,
      token: paid,
      memo: uri.memo ?? '',
      ...(isSame ? {} : { feeToken: null }),
      ...(keepsAmount ? {} : { amount: amount ?? '' }),
    },
    words: wordsOf(name, { amount, symbol: asset?.symbol ?? null, memo: uri.memo }),
  };
}

/** The present chain where the link can mean it, else the first one that payments are made on. */
function chainOf({ chains }: PaymentUri, present: EndpointChain): EndpointChain | null {
  if (chains.includes(present)) return present;
  return PAYMENT_CHAINS.find((chain) => chains.includes(chain)) ?? null;
}

/** An address in hexadecimal is the same in any case. In base58, as on Solana, another case is another address. */
const assetIn = (assets: readonly PaymentAsset[], token: string | null) =>
  assets.find((asset) => asset.token === token || (isHex(token) && asset.token?.toLowerCase() === token.toLowerCase()));

const isHex = (token: string | null): token is string => token !== null && /^0x[0-9a-f]+$/i.test(token);

function wordsOf(
  chain: string,
  {
    amount,
    symbol,
    memo,
  }: { readonly amount: string | null; readonly symbol: string | null; readonly memo: string | null },
): string {
  const parts = [
    ...(amount === null ? (symbol === null ? [] : [symbol]) : [`${grouped(amount)} ${symbol}`]),
    ...(memo === null ? [] : ['the memo']),
  ];
  return `From the link: the address on ${chain}${parts.map((part) => `, ${part}`).join('')}. Compare them with the recipient’s.`;
}
