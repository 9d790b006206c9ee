/** Amounts and currencies of the XRP Ledger: XRP in drops, currencies of issuers, and tokens with an id (XLS-33). */
import { base58xrp } from '@scure/base';
import { decimalText } from '../../../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../../../shared/wire/index.ts';
import { base58Check } from '../../../addresses/encodings.ts';
import { Refusal } from '../../../refusal.ts';
import { type ByteReader, bigEndian } from '../../../transactions/byte-reader.ts';
import { tickerLike } from '../tickers.ts';

export const ACCOUNT_BYTES = 20;
const accounts = base58Check(base58xrp, 0x00);
/** Returns the address of the 20 bytes of an account. */
export const accountText = (bytes: Uint8Array): string => accounts.write(bytes);

/** XRP, a currency of an issuer, or a token with an id. */
export interface Asset {
  readonly kind: 'XRP' | 'issued' | 'token';
  /** The code in hexadecimal digits, or the id of the token. Equal assets have one code and one issuer. */
  readonly code: string;
  /** Null for XRP. */
  readonly issuer: string | null;
  /** `USD`, or the words for a code that is no name. */
  readonly name: string;
  /** The letters that wallets show for the code, where it has some. */
  readonly letters: string | null;
}

export interface Amount {
  readonly asset: Asset;
  /** The amount in whole units, in decimal digits. */
  readonly digits: string;
  readonly isZero: boolean;
}

export const XRP: Asset = { kind: 'XRP', code: '', issuer: null, name: 'XRP', letters: 'XRP' };
const XRP_DECIMALS = 6;
/** All drops there have ever been. */
export const MOST_DROPS = 10n ** 17n;

const ISSUED = 1n << 63n;
const POSITIVE = 1n << 62n;
const TOKEN = 1n << 61n;
const MANTISSA_BITS = 54n;
const EXPONENT_BIAS = 97;
const [LEAST_MANTISSA, MOST_MANTISSA] = [10n ** 15n, 10n ** 16n - 1n];
const [LEAST_EXPONENT, MOST_EXPONENT] = [-96, 80];
const CURRENCY_BYTES = 20;
const TOKEN_ID_BYTES = 24;
const MOST_TOKENS = 2n ** 63n - 1n;

/** The issuers of currencies on the main network that others imitate. */
const KNOWN: Readonly<Record<string, string>> = {
  RLUSD: 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De',
  USDC: 'rGm7WCVp9gb4jZHWTEtGUr4dd74z2XuWhE',
};

/** Reads an amount. Throws a `Refusal` for a negative one, and for one that is not in its only spelling. */
export function readAmount(reader: ByteReader): Amount {
  const head = bigEndian(reader.take(8, 'an amount'));
  if ((head & ISSUED) !== 0n) return readIssued(reader, head);
  if ((head & POSITIVE) === 0n) throw refusal('it has a negative amount');
  if ((head & TOKEN) !== 0n) return readToken(reader, head);
  const drops = head & ~POSITIVE;
  if (drops > MOST_DROPS) throw refusal('it has an amount of more XRP than there is');
  return { asset: XRP, digits: decimalText(drops, XRP_DECIMALS), isZero: drops === 0n };
}

function readIssued(reader: ByteReader, head: bigint): Amount {
  const asset = issued(reader.take(CURRENCY_BYTES, 'an amount'), reader.take(ACCOUNT_BYTES, 'an amount'));
  if (head === ISSUED) return { asset, digits: '0', isZero: true };
  if ((head & POSITIVE) === 0n) throw refusal('it has a negative amount');
  const mantissa = head & ((1n << MANTISSA_BITS) - 1n);
  const exponent = Number((head >> MANTISSA_BITS) & 0xffn) - EXPONENT_BIAS;
  const isNormal =
    mantissa >= LEAST_MANTISSA && mantissa <= MOST_MANTISSA && exponent >= LEAST_EXPONENT && exponent <= MOST_EXPONENT;
  if (!isNormal) throw refusal('it has an amount that is not in its only spelling');
  const digits = exponent < 0 ? decimalText(mantissa, -exponent) : String(mantissa * 10n ** BigInt(exponent));
  return { asset, digits, isZero: false };
}

/** One byte of flags, 8 of the number and 24 of the id. The first byte of the number is already in the head. */
function readToken(reader: ByteReader, head: bigint): Amount {
  if (head >> 56n !== 0x60n) throw refusal('it has an amount that is not in its only spelling');
  const last = bigEndian(reader.take(1, 'an amount'));
  const units = ((head & ((1n << 56n) - 1n)) << 8n) | last;
  if (units > MOST_TOKENS) throw refusal('it has an amount that is not in its only spelling');
  const id = reader.take(TOKEN_ID_BYTES, 'an amount');
  const code = hexEncode(id).toUpperCase();
  const issuer = accountText(id.subarray(TOKEN_ID_BYTES - ACCOUNT_BYTES));
  const name = `${units === 1n ? 'unit' : 'units'} of the token ${code}`;
  return { asset: { kind: 'token', code, issuer, name, letters: null }, digits: String(units), isZero: units === 0n };
}

/** Reads an asset without an amount: XRP, or a currency and its issuer. */
export function readAsset(reader: ByteReader): Asset {
  const currency = reader.take(CURRENCY_BYTES, 'an asset');
  return currency.every((byte) => byte === 0) ? XRP : issued(currency, reader.take(ACCOUNT_BYTES, 'an asset'));
}

/** Reads a currency of a path, which can be XRP. */
export function readCurrency(reader: ByteReader): string {
  const currency = reader.take(CURRENCY_BYTES, 'a path');
  return currency.every((byte) => byte === 0) ? XRP.name : codeOf(currency).name;
}

function issued(currency: Uint8Array, issuer: Uint8Array): Asset {
  if (currency.every((byte) => byte === 0)) throw refusal('it has XRP as the currency of an issuer');
  return { kind: 'issued', issuer: accountText(issuer), ...codeOf(currency) };
}

/** The bytes of a code of three characters (ISO 4217 and those that look so). */
const STANDARD = /^0{24}((?:[0-9a-f]{2}){3})0{10}$/;
/** A digit at the begin would be read as part of the amount, and marks as part of a sentence. */
const STANDARD_NAME = /^[A-Za-z][A-Za-z0-9]{2}$/;
const LONG_NAME = /^[A-Za-z][A-Za-z0-9]{3,19}$/;

/** A long name has at least four letters, so that none spells one of three. Other codes are shown by their digits. */
function codeOf(currency: Uint8Array): Pick<Asset, 'code' | 'name' | 'letters'> {
  const code = hexEncode(currency);
  const standard = STANDARD.exec(code)?.[1];
  const plain = latin(standard ?? code).replace(/\0+$/, '');
  if (standard !== undefined && plain === XRP.name) throw refusal('it has XRP as the currency of an issuer');
  const letters = /^[ -~]+$/.test(plain) ? plain : null;
  const isName = letters !== null && (standard === undefined ? LONG_NAME : STANDARD_NAME).test(letters);
  return { code: code.toUpperCase(), name: isName ? letters : `units of the currency ${code.toUpperCase()}`, letters };
}

const latin = (hex: string): string => String.fromCharCode(...hexDecode(hex));

/** Returns an asset in words. A currency has its issuer, unless both are known. */
export function assetText({ kind, name, issuer }: Asset): string {
  if (kind !== 'issued' || KNOWN[name] === issuer) return name;
  return `${name} issued by ${issuer}`;
}

/** The same for a currency that any issuer can have issued. */
export const anyIssuerText = (amount: Amount): string =>
  amount.asset.kind === 'issued' ? `${amount.digits} ${amount.asset.name} of any issuer` : amountText(amount);

export const amountText = ({ digits, asset }: Amount): string => `${digits} ${assetText(asset)}`;

/** A hundred drops, or a millionth of a currency, count as nothing (next-to-nothing). */
export const isNextToNothing = ({ digits, asset }: Amount): boolean =>
  Number(digits) <= (asset.kind === 'XRP' ? 0.0001 : 0.000001);

export const isSameAsset = (a: Asset, b: Asset): boolean =>
  a.kind === b.kind && a.code === b.code && a.issuer === b.issuer;

/** Returns the coin or the token that an asset calls itself and is not. Null for none. */
export function imitated({ kind, letters, name, issuer }: Asset): string | null {
  if (kind !== 'issued' || letters === null || KNOWN[name] === issuer) return null;
  return tickerLike(letters, [XRP.name, ...Object.keys(KNOWN)]);
}

const refusal = (reason: string) => new Refusal('payload', reason);
