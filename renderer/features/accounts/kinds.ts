import {
  type AccountRow,
  ADDRESS_FORMAT_FACTS,
  ADDRESS_FORMATS,
  type AddressFormat,
  CURVES,
  type Curve,
  formatLabel,
  freePath,
  type WalletRow,
} from '../../../shared/model/index.ts';
import type { FormValue, FormValues } from '../../form/values.ts';
import type { Choice } from '../../ui/field.tsx';

/** The most common formats, in the order in which they are offered. */
export const USUAL: readonly AddressFormat[] = [
  'ADDRESS_FORMAT_ETHEREUM',
  'ADDRESS_FORMAT_SOLANA',
  'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH',
  'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR',
  'ADDRESS_FORMAT_TRON',
];
export const FIRST_KIND: AddressFormat = 'ADDRESS_FORMAT_ETHEREUM';

/** Names that are more or less specific than the format's own label. */
const NAMES: Partial<Readonly<Record<AddressFormat, string>>> = {
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH: 'Bitcoin SegWit (P2WPKH)',
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR: 'Bitcoin Taproot (P2TR)',
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH: 'Bitcoin legacy (P2PKH)',
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH: 'Bitcoin script (P2SH)',
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2WSH: 'Bitcoin script (P2WSH)',
  ADDRESS_FORMAT_DOGE_MAINNET: 'Dogecoin',
  ADDRESS_FORMAT_SPARK_MAINNET: 'Spark',
};

/** Every format in the operator's words: the usual ones, then other networks by name, test networks and bare keys. */
export const KINDS: readonly Choice<AddressFormat>[] = [
  ...kindsIn('Usual', (format) => USUAL.includes(format)).toSorted(
    (a, b) => USUAL.indexOf(a.value) - USUAL.indexOf(b.value),
  ),
  ...kindsIn('Other networks', (format) => !USUAL.includes(format) && !isTest(format) && !isKey(format)).toSorted(
    (a, b) => a.label.localeCompare(b.label, 'en'),
  ),
  ...kindsIn('Test networks', isTest),
  ...kindsIn('Keys of no network', isKey),
];

function kindsIn(group: string, belongs: (format: AddressFormat) => boolean): Choice<AddressFormat>[] {
  return ADDRESS_FORMATS.filter(belongs).map((value) => ({ value, label: NAMES[value] ?? formatLabel(value), group }));
}

function isTest(format: AddressFormat): boolean {
  return /_(TESTNET|SIGNET|REGTEST)(_|$)/.test(format);
}

function isKey(format: AddressFormat): boolean {
  return ADDRESS_FORMAT_FACTS[format].family === 'key';
}

/**
 * Returns an account of that format at the first of its usual paths that is not taken. A name that the operator gave is
 * kept.
 */
export function accountOfKind(
  kind: AddressFormat,
  taken: ReadonlySet<string>,
  { curve = ADDRESS_FORMAT_FACTS[kind].curves[0], from = 0, name = '' }: AccountOptions = {},
): FormValues {
  return {
    curve,
    pathFormat: 'PATH_FORMAT_BIP32',
    path: freePath(kind, curve, taken, from),
    addressFormat: kind,
    ...(name === '' ? {} : { name }),
  };
}

interface AccountOptions {
  /** The format's usual curve when left out. */
  readonly curve?: Curve;
  /** The least index to use. */
  readonly from?: number;
  readonly name?: FormValue | undefined;
}

/** The next account for a list: like the last one, at a further path. */
export function nextAccount(accounts: readonly FormValues[], taken: ReadonlySet<string>, from = 0): FormValues {
  const last = accounts.at(-1);
  if (last === undefined) return accountOfKind(FIRST_KIND, taken, { from });
  return accountOfKind(kindOf(last), new Set([...taken, ...pathsOf(accounts)]), { curve: curveOf(last), from });
}

/** The chains that a new wallet offers by one click each. */
export const WALLET_CHAINS: readonly { readonly kind: AddressFormat; readonly label: string }[] = [
  { kind: 'ADDRESS_FORMAT_ETHEREUM', label: 'Ethereum' },
  { kind: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', label: 'Bitcoin' },
  { kind: 'ADDRESS_FORMAT_SOLANA', label: 'Solana' },
  { kind: 'ADDRESS_FORMAT_TRON', label: 'Tron' },
  { kind: 'ADDRESS_FORMAT_COSMOS', label: 'Cosmos' },
];

/** Returns the accounts with one of each format. Accounts that are there stay as they are. */
export function withKinds(accounts: readonly FormValues[], kinds: readonly AddressFormat[]): readonly FormValues[] {
  const all = [...accounts];
  for (const kind of kinds)
    if (!all.some((account) => kindOf(account) === kind)) all.push(accountOfKind(kind, new Set(pathsOf(all))));
  return all;
}

/** The format of an account's values. */
export function kindOf({ addressFormat }: FormValues): AddressFormat {
  return ADDRESS_FORMATS.find((format) => format === addressFormat) ?? FIRST_KIND;
}

/** The curve of an account's values. */
export function curveOf(account: FormValues): Curve {
  return CURVES.find((curve) => curve === account.curve) ?? ADDRESS_FORMAT_FACTS[kindOf(account)].curves[0];
}

/** The accounts of a form's values. */
export function accountsOf(values: FormValues): readonly FormValues[] {
  return Array.isArray(values.accounts) ? (values.accounts as readonly FormValues[]) : [];
}

/** The paths that the other accounts of a form have. */
export function pathsOf(accounts: readonly FormValues[], except?: number): string[] {
  return accounts.filter((_account, index) => index !== except).map(({ path }) => String(path));
}

/** Position in the list, from a field's path: `accounts.2` gives 2. */
export function positionOf(path: string): number {
  return Number(path.split('.').at(-1));
}

export interface WalletPaths {
  /** Paths that the wallet's accounts are known to have. */
  readonly taken: ReadonlySet<string>;
  /** The least index to propose: 0, or the number of accounts for a wallet whose list is incomplete. */
  readonly from: number;
}

export const NO_PATHS: WalletPaths = { taken: new Set(), from: 0 };

/** Returns the used paths of a wallet. `rows` may include other wallets and need not be complete. */
export function pathsAmong(
  { walletId, accounts }: Pick<WalletRow, 'walletId' | 'accounts'>,
  rows: readonly Pick<AccountRow, 'walletId' | 'path'>[],
): WalletPaths {
  const taken = new Set(rows.filter((row) => row.walletId === walletId).map(({ path }) => path));
  return { taken, from: taken.size < accounts ? accounts : 0 };
}
