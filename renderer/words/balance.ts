import { type AddressBalances, chainName, decimalText, grouped, type HeldAsset } from '../../shared/model/index.ts';
import { age } from './time.ts';

/** Digits after the point in a list. The details have all of them. */
const SHORT_FRACTION = 6;

/** The exact amount with its symbol: 1,250.5 USDC. */
export function amountText({ units, decimals, symbol }: HeldAsset): string {
  return `${grouped(decimalText(BigInt(units), decimals))} ${symbol}`;
}

/** All assets of an account on a chain with the age of their report: "2.5 ETH, 1,250 USDC · 3 min ago". */
export function balancesText({ assets, at }: Pick<AddressBalances, 'assets' | 'at'>, now: number): string {
  return `${assets.map(amountText).join(', ')} · ${age(at, now)}`;
}

/**
 * The first asset of an account for a list: "2.5 ETH · 3 min ago". An amount with more digits is cut, never rounded up.
 * The chain is named unless it is `shown`, the one that the list names beside it.
 */
export function shortBalance(rows: readonly AddressBalances[], now: number, shown: string): string | null {
  const row = rows.find(({ assets }) => assets.some(({ units }) => units !== '0')) ?? rows[0];
  const asset = row?.assets.find(({ units }) => units !== '0') ?? row?.assets[0];
  if (row === undefined || asset === undefined) return null;
  // Coins of several chains have one symbol, those of test networks too.
  const name = chainName(row.chain);
  return `${cut(amountText(asset))}${name === shown ? '' : ` on ${name}`} · ${age(row.at, now)}`;
}

/** The name of an asset in a list of choices, with its kept balance where one is known: "USDC · 1,250". */
export function assetLabel(
  { symbol, decimals }: Pick<HeldAsset, 'symbol' | 'decimals'>,
  held: readonly HeldAsset[],
): string {
  const [asset, ...others] = held.filter((one) => one.symbol === symbol && one.decimals === decimals);
  // Kept balances name no token, so those of two tokens of one name are unknown.
  if (asset === undefined || others.length > 0) return symbol;
  return `${symbol} · ${cut(grouped(decimalText(BigInt(asset.units), decimals)))}`;
}

/** All balances of an account in lines, for a tooltip. */
export function allBalances(rows: readonly AddressBalances[], now: number): string {
  return rows.map((row) => `${chainName(row.chain)}: ${balancesText(row, now)}`).join('\n');
}

function cut(amount: string): string {
  return amount.replace(new RegExp(`(\\.\\d{${SHORT_FRACTION}})\\d+`), '$1…');
}
