import type { FormValue, FormValues } from '../../form/values.ts';

/** What an account is usually made for. `other` shows every parameter. */
export const KINDS = [
  { value: 'ethereum', label: 'Ethereum' },
  { value: 'solana', label: 'Solana' },
  { value: 'other', label: 'Other' },
] as const;
export type Kind = (typeof KINDS)[number]['value'];

/** Curve, path and format of a kind (BIP-44, SLIP-44). `index` counts the accounts of that kind in the wallet from 0. */
const PRESETS = {
  ethereum: (index: number) => ({
    curve: 'CURVE_SECP256K1',
    path: `m/44'/60'/0'/0/${index}`,
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  }),
  solana: (index: number) => ({
    curve: 'CURVE_ED25519',
    path: `m/44'/501'/${index}'/0'`,
    addressFormat: 'ADDRESS_FORMAT_SOLANA',
  }),
} as const;

/** The parameters of an account of that kind; what the operator named it stays. */
export function accountOfKind(kind: Kind, index: number, before: FormValue = {}): FormValues {
  const name = typeof before === 'object' && 'name' in before ? before.name : '';
  const preset =
    kind === 'other'
      ? { curve: 'CURVE_SECP256K1', path: `m/44'/60'/0'/0/${index}`, addressFormat: 'ADDRESS_FORMAT_COMPRESSED' }
      : PRESETS[kind](index);
  return { pathFormat: 'PATH_FORMAT_BIP32', ...preset, name };
}

/** The kind whose curve and format an account has. */
export function kindOf(account: FormValues): Kind {
  if (account.addressFormat === 'ADDRESS_FORMAT_ETHEREUM' && account.curve === 'CURVE_SECP256K1') return 'ethereum';
  if (account.addressFormat === 'ADDRESS_FORMAT_SOLANA' && account.curve === 'CURVE_ED25519') return 'solana';
  return 'other';
}

/** The index for a further account of a kind: after those of that kind in the list; `firstIndex` are in the wallet already. */
export function nextIndex(kind: Kind, accounts: readonly FormValues[], firstIndex: number): number {
  return firstIndex + accounts.filter((account) => kindOf(account) === kind).length;
}

/** The next account for a list: of the kind of the last one, one index further. */
export function nextAccount(accounts: readonly FormValues[], firstIndex: number): FormValues {
  const last = accounts.at(-1);
  const kind = last === undefined ? 'ethereum' : kindOf(last);
  return accountOfKind(kind, nextIndex(kind, accounts, firstIndex));
}

/** The accounts of a form's values. */
export function accountsOf(values: FormValues): readonly FormValues[] {
  return Array.isArray(values.accounts) ? (values.accounts as readonly FormValues[]) : [];
}

/** Position in the list, from a field's path: `accounts.2` gives 2. */
export function positionOf(path: string): number {
  return Number(path.split('.').at(-1));
}
