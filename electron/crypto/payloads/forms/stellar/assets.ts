/** Assets of Stellar, in the forms that operations name them, and prices in one of another. */
import { decimalText } from '../../../../../shared/model/index.ts';
import type { ByteReader } from '../../../transactions/byte-reader.ts';
import { tickerLike } from '../tickers.ts';
import { type Asset, account, hash, type Part, refusal, tag, uint32, type Value, value } from './values.ts';

const CODE_BYTES = [0, 4, 12];
const POOL_SHARE = 3;
/** The only fee of pools, in hundredths of a percent. */
const POOL_FEE = 30;

/** Letters and digits, then zeros. A code of at most four is never in the longer form. */
function code(reader: ByteReader, kind: number): string {
  const text = String.fromCharCode(...reader.take(CODE_BYTES[kind] ?? 0)).replace(/\0+$/, '');
  if (!/^[A-Za-z0-9]+$/.test(text) || (kind === 2 && text.length < 5))
    throw refusal('it has the code of an asset that is not valid');
  return text;
}
function assetOf(reader: ByteReader, kind: number): Asset {
  if (kind === 0) return { code: null, issuer: null };
  if (kind !== 1 && kind !== 2) throw refusal('it has an asset of an unknown kind');
  return { code: code(reader, kind), issuer: account(reader).text };
}
const asPart = (asset: Asset): Part => ({ assets: [asset], text: assetText(asset) });
export const asset = value((reader) => asPart(assetOf(reader, tag(reader))));
/** The code of an asset of the account itself. */
export const assetCode = value((reader) => {
  const kind = tag(reader);
  if (kind !== 1 && kind !== 2) throw refusal('it has an asset of an unknown kind');
  return { text: code(reader, kind) };
});
/** An asset, or the shares of a pool by its two assets. */
export const trusted = value((reader) => {
  const kind = tag(reader);
  if (kind !== POOL_SHARE) return asPart(assetOf(reader, kind));
  if (tag(reader) !== 0) throw refusal('it has a pool of an unknown kind');
  const assets = [assetOf(reader, tag(reader)), assetOf(reader, tag(reader))];
  if (tag(reader) !== POOL_FEE) throw refusal('it has a pool with a fee that no network takes');
  return {
    assets,
    text: `shares of the pool of ${assets.map(assetText).join(' and ')} with a fee of ${POOL_FEE / 100} percent`,
  };
});
/** An asset, or the shares of a pool by the id of the pool. */
export const lineAsset = value((reader) => {
  const kind = tag(reader);
  return kind === POOL_SHARE ? { text: `shares of the pool ${hash(reader).text}` } : asPart(assetOf(reader, kind));
});

/** The issuers of assets on the public network that others imitate. */
const KNOWN: Readonly<Record<string, string>> = {
  USDC: 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
  EURC: 'GDHU6WRG4IEQXM5NZ4BMPKOXHW76MZM4Y2IEMFDVXBSDP6SJY4ITNPP2',
};
const COIN = 'XLM';

/** Returns an asset in words. It has its issuer, unless both are known. */
export function assetText({ code: name, issuer }: Asset): string {
  if (name === null) return COIN;
  if (KNOWN[name] === issuer) return name;
  // A digit at the begin would be read as part of the amount.
  return `${/^[A-Za-z]/.test(name) ? name : `units of the asset “${name}”`} issued by ${issuer}`;
}
/** Returns the coin or the asset whose name an asset has or resembles, and that it is not. Null for none. */
export function imitated({ code: name, issuer }: Asset): string | null {
  if (name === null || KNOWN[name] === issuer) return null;
  return tickerLike(name, [COIN, ...Object.keys(KNOWN)]);
}

/** A fraction of two numbers above zero, which are its items. */
export const price = value((reader) => {
  const items = [uint32(reader), uint32(reader)];
  if (items.some(({ number }) => number === 0n || number >= 2n ** 31n))
    throw refusal('it has a price that is no fraction');
  return { items, text: fractionText(...fractionOf({ items })) };
});
/** Returns the two numbers of a price. */
export const fractionOf = ({ items }: Pick<Value, 'items'>): [n: bigint, d: bigint] => [
  items[0]?.number ?? 1n,
  items[1]?.number ?? 1n,
];
/** Returns a fraction as a decimal number where that is exact. */
function fractionText(n: bigint, d: bigint): string {
  const scaled = n * 10n ** 20n;
  return scaled % d === 0n ? decimalText(scaled / d, 20) : `${n}/${d}`;
}
