import { type AddressUri, readAddressUri } from './address-uri.ts';
import {
  bitcoinNetworkOf,
  ENDPOINT_CHAINS,
  ethereumChainName,
  isBitcoinChain,
  isSolanaChain,
  isTempoChain,
  isTronChain,
} from './chains.ts';
import { MAXIMUM_MEMO } from './payment-fields.ts';

/** A payment that a link asks for. The address is not checked. */
export interface PaymentUri {
  /** The chains that the link can mean, the likeliest first. By CAIP-2. */
  readonly chains: readonly string[];
  readonly address: string;
  /** The token's contract or mint. Null for the coin, and for a link that names no asset. */
  readonly token: string | null;
  /** True when the link names the asset, or an amount of it. */
  readonly hasAsset: boolean;
  /** As it is written: in whole units, or in smallest units. Null for none. */
  readonly amount: { readonly text: string; readonly in: 'whole' | 'smallest' } | null;
  readonly memo: string | null;
}

/** Links beyond it are not read. The largest QR codes hold less than 3,000 bytes. */
const MAXIMUM_LINK = 3_000;
/** Digits of the largest amount of a token. */
const MAXIMUM_DIGITS = 78;

type Parameters = ReadonlyMap<string, string>;
type Reader = (path: string, parameters: Parameters) => PaymentUri;

class Refusal extends Error {}

const READERS: Readonly<Record<string, Reader>> = {
  ethereum: etherPayment,
  bitcoin: bitcoinPayment,
  solana: solanaPayment,
  tron: tronPayment,
};

/**
 * Reads a link that asks for a payment (EIP-681, BIP-21, Solana Pay), or an address with its chain (CAIP-10, EIP-3770).
 * Returns the reason, in words, for a link that asks for more than a payment. Null for any other text.
 *
 * @example
 * readPaymentUri('bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2?amount=0.1&amount=1');
 * // 'The link gives two values for the same thing. Nothing was taken from it. Ask the recipient for an address.'
 */
export function readPaymentUri(text: string): PaymentUri | string | null {
  const trimmed = text.trim();
  const [, scheme = '', rest = ''] = /^([a-z]{1,16}):(?:\/\/)?(.*)$/is.exec(trimmed) ?? [];
  const name = scheme.toLowerCase();
  const isCaip10 = /^[a-z0-9]{3,8}:[^:/?]{1,32}:/.test(trimmed);
  const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  const named = read === undefined || isCaip10 ? addressed(readAddressUri(trimmed.slice(0, MAXIMUM_LINK))) : null;
  if (read === undefined || named !== null) return named;
  try {
    if (trimmed.length > MAXIMUM_LINK) throw new Refusal('The link is too long.');
    const [path = '', ...query] = rest.split('?');
    return read(path, parametersOf(query.join('?')));
  } catch (error) {
    if (error instanceof Refusal)
      return `${error.message} Nothing was taken from it. Ask the recipient for an address.`;
    throw error;
  }
}

function addressed(uri: AddressUri | null): PaymentUri | null {
  if (uri === null) return null;
  return { chains: [uri.chain], address: uri.address, token: null, hasAsset: false, amount: null, memo: null };
}

/** EIP-681: the coin by `value`, or a token by its function `transfer`. Gas parameters are suggestions, and left out. */
function etherPayment(path: string, parameters: Parameters): PaymentUri {
  const [, target = '', id, call] = /^(?:pay-)?([^@/]+)(?:@([0-9]{1,18}))?(?:\/(.*))?$/s.exec(path) ?? [];
  if (target === '' && /@0x/i.test(path)) throw new Refusal('The chain of the link is not written in decimal digits.');
  if (/^[^\s@/]+\.[a-z]{2,}$/i.test(target))
    throw new Refusal('The link has a name in place of an address, and no names are looked up.');
  if (!isEvmAddress(target)) throw new Refusal('The link names no address of an account or a token.');
  const chains = id === undefined ? ENDPOINT_CHAINS.filter(isOfEther) : [ethereumChainName(id)];
  const shared = { chains, memo: null };
  if (call === undefined || call === '') {
    const value = parameters.get('value');
    const amount = value === undefined ? null : ({ text: wholeUnits(value), in: 'smallest' } as const);
    return { ...shared, address: target, token: null, hasAsset: amount !== null, amount };
  }
  if (call !== 'transfer') throw new Refusal('The link calls a function of a contract that is no payment.');
  const [to = '', units] = [parameters.get('address'), parameters.get('uint256')];
  if (!isEvmAddress(to) || parameters.has('value')) throw new Refusal('The link is no complete transfer of a token.');
  const amount = units === undefined ? null : ({ text: wholeUnits(units), in: 'smallest' } as const);
  return { ...shared, address: to, token: target, hasAsset: true, amount };
}

/** BIP-21. A parameter that begins with `req-` must be understood. */
function bitcoinPayment(path: string, parameters: Parameters): PaymentUri {
  const required = [...parameters.keys()].find((name) => name.startsWith('req-'));
  if (required !== undefined) throw new Refusal('The link needs an extension that Castellan does not have.');
  const payment = coinPayment(path, parameters);
  const networks = networksOf(path);
  const chains = ENDPOINT_CHAINS.filter((chain) => networks.includes(bitcoinNetworkOf(chain) ?? ''));
  return { ...payment, chains };
}

/** The networks of an address by its first characters, the likeliest first. */
function networksOf(address: string): readonly string[] {
  if (/^bcrt1/i.test(address)) return ['REGTEST'];
  if (/^tb1/i.test(address)) return ['TESTNET', 'SIGNET'];
  return /^[mn2]/.test(address) ? ['TESTNET', 'SIGNET', 'REGTEST'] : ['MAINNET'];
}

/** A transfer request of Solana Pay. A transaction request would fetch its transaction from a web server. */
function solanaPayment(path: string, parameters: Parameters): PaymentUri {
  if (/^https(:|%3a)/i.test(path)) throw new Refusal('The link has a web server make the transaction.');
  if (parameters.has('reference'))
    throw new Refusal('The link needs a reference in the transaction, which Castellan does not add.');
  const payment = coinPayment(path, parameters);
  const token = parameters.get('spl-token') ?? null;
  if (token !== null && !isBase(token)) throw new Refusal('The token of the link is no address.');
  const memo = parameters.get('memo') ?? null;
  if (memo !== null && new TextEncoder().encode(memo).length > MAXIMUM_MEMO)
    throw new Refusal(`The memo of the link is longer than ${MAXIMUM_MEMO} bytes.`);
  return {
    ...payment,
    chains: ENDPOINT_CHAINS.filter(isSolanaChain),
    token,
    hasAsset: token !== null || payment.hasAsset,
    memo: memo === '' ? null : memo,
  };
}

/** The parameters that change nothing of a payment in TRX. No standard says that others may be left out. */
const TRON_PARAMETERS = ['amount', 'label', 'message'];

function tronPayment(path: string, parameters: Parameters): PaymentUri {
  const other = [...parameters.keys()].find((name) => !TRON_PARAMETERS.includes(name));
  if (other !== undefined) throw new Refusal('The link asks for more than an amount of TRX.');
  return { ...coinPayment(path, parameters), chains: ENDPOINT_CHAINS.filter(isTronChain) };
}

/** An address and the `amount` of the chain's coin in whole units. */
function coinPayment(path: string, parameters: Parameters): Omit<PaymentUri, 'chains'> {
  if (!isBase(path)) throw new Refusal('The link names no address.');
  const text = parameters.get('amount');
  if (text !== undefined && !/^\d{1,30}(\.\d{1,30})?$/.test(text)) throw noNumber(text);
  const amount = text === undefined ? null : ({ text, in: 'whole' } as const);
  return { address: path, token: null, hasAsset: amount !== null, amount, memo: null };
}

/** The parameters with their escapes replaced. A name that occurs twice would leave the choice to the reader. */
function parametersOf(query: string): Parameters {
  const parameters = new Map<string, string>();
  for (const one of query.split('&').filter((each) => each !== '')) {
    const [name = '', ...value] = one.split('=');
    const key = unescaped(name).toLowerCase();
    if (parameters.has(key)) throw new Refusal('The link gives two values for the same thing.');
    parameters.set(key, unescaped(value.join('=')));
  }
  return parameters;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal('The link has an escape that stands for no character.');
  }
}

/** Returns the digits of a number of EIP-681, such as `2.014e18`. It must be whole. */
function wholeUnits(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^\+?(\d{0,78})(?:\.(\d{1,78}))?(?:[eE](\d{1,2}))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/0+$/, '');
  const zeros = `${whole}${fraction}`.length - digits.length + Number(exponent) - fraction.length;
  if (`${whole}${fraction}` === '' || zeros < 0) throw noNumber(text);
  const units = `${digits}${'0'.repeat(digits === '' ? 0 : zeros)}`.replace(/^0+/, '');
  if (units.length > MAXIMUM_DIGITS) throw noNumber('');
  return units === '' ? '0' : units;
}

function noNumber(text: string): Refusal {
  if (/^\d+,\d+$/.test(text)) return new Refusal('The amount of the link has a comma, and a point was expected.');
  if (/^\d+\.\d+$/.test(text)) return new Refusal('The amount of the link is a fraction of the smallest unit.');
  return new Refusal('The amount of the link is no amount that can be paid.');
}
const isEvmAddress = (text: string) => /^0x[0-9a-fA-F]{40}$/.test(text);
const isBase = (text: string) => /^[0-9a-zA-Z]{14,90}$/.test(text);
const isOfEther = (chain: string) =>
  !isBitcoinChain(chain) && !isSolanaChain(chain) && !isTronChain(chain) && !isTempoChain(chain);
