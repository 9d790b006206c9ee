/** Well-known sites that sign people in with a wallet, whose names others imitate. */

/** Their domains: the last two labels. Names with less than six letters are not here: too many honest names are close. */
const SITES: readonly string[] = [
  ...['argent.xyz', 'arbitrum.io', 'balancer.fi', 'binance.com', 'bitfinex.com', 'blockchain.com', 'coinbase.com'],
  ...['coingecko.com', 'coinmarketcap.com', 'compound.finance', 'convexfinance.com', 'cryptokitties.co', 'debank.com'],
  ...['decentraland.org', 'dexscreener.com', 'eigenlayer.xyz', 'ethereum.org', 'etherscan.io', 'exodus.com'],
  ...['farcaster.xyz', 'hyperliquid.xyz', 'instadapp.io', 'kraken.com', 'ledger.com', 'looksrare.org'],
  ...['magiceden.io', 'magiceden.us', 'makerdao.com', 'marinade.finance', 'metamask.io', 'morpho.org', 'opensea.io'],
  ...['optimism.io', 'pancakeswap.finance', 'pendle.finance', 'phantom.app', 'phantom.com', 'polygon.technology'],
  ...['polymarket.com', 'rainbow.me', 'rarible.com', 'raydium.io', 'rocketpool.net', 'snapshot.box', 'snapshot.org'],
  ...['solana.com', 'solscan.io', 'starknet.io', 'stargate.finance', 'synthetix.io', 'tronscan.org'],
  ...['trustwallet.com', 'turnkey.com', 'uniswap.org', 'walletconnect.com', 'walletconnect.network', 'warpcast.com'],
  ...['wormhole.com', 'zapper.xyz', 'zerion.io'],
];
const KNOWN: ReadonlySet<string> = new Set(SITES);

/** Characters and pairs that are read as others. */
const READ_AS: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/0/g, 'o'],
  [/[1il|]/g, 'l'],
  [/3/g, 'e'],
  [/4/g, 'a'],
  [/5/g, 's'],
  [/8/g, 'b'],
  [/9/g, 'g'],
  [/-/g, ''],
];
const readAs = (label: string) => READ_AS.reduce((text, [from, to]) => text.replace(from, to), label);
const NAMES = SITES.map((site) => {
  const [name = ''] = site.split('.');
  return { site, name, reading: readAs(name) };
});

/** Returns true for names that differ in one letter: another, one more, one less, or two in another order. */
function isOneOff(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  const at = [...short].findIndex((letter, index) => letter !== long[index]);
  if (at === -1) return long.length > short.length;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}

/** The part of a host that one owner has: its last two labels, or three below endings such as `co.uk`. */
function ownedPart(labels: readonly string[]): readonly string[] {
  const [before = '', last = ''] = labels.slice(-2);
  return labels.slice(/^(?:co|com|net|org|gov|ac)$/.test(before) && last.length === 2 ? -3 : -2);
}

/**
 * Returns a sentence about a host that can be taken for a well-known site, or null. `isWord`: an honest site can have that
 * name too.
 *
 * @example
 * siteImitatedBy('app.0pensea.io');
 * // { text: 'The domain reads like opensea.io, a well-known site, and is another.', isWord: false }
 */
export function siteImitatedBy(host: string): { readonly text: string; readonly isWord: boolean } | null {
  const labels = host.split('.');
  const owned = ownedPart(labels);
  const own = owned.join('.');
  if (KNOWN.has(own) || labels.length < 2) return null;
  const [label = ''] = owned;
  const read = readAs(label);
  const alike = NAMES.find(({ name, reading }) => label !== name && (read === reading || isOneOff(label, name)));
  if (alike !== undefined)
    return { text: `The domain reads like ${alike.site}, a well-known site, and is another.`, isWord: false };
  const words = [...labels.slice(0, labels.length - owned.length), ...label.split('-')];
  const named = NAMES.find(({ name }) => words.includes(name));
  if (named === undefined) return null;
  const text = `The domain has the name of ${named.site}, a well-known site, and belongs to ${own}.`;
  return { text, isWord: true };
}
