/** The entry functions of Aptos that are explained, by their names and the exact types of their arguments. */
import { decimalText } from '../../../../../shared/model/index.ts';
import { Refusal } from '../../../refusal.ts';
import { byteReader } from '../../../transactions/byte-reader.ts';
import { many, number } from '../bcs.ts';
import { address } from './transaction.ts';

const ARGUMENT_KINDS = ['address', 'u64', 'addresses', 'u64s'] as const;
type ArgumentKind = (typeof ARGUMENT_KINDS)[number];

/** The values of the arguments. One address or number is a list of one. */
export interface Given {
  readonly addresses: ReadonlyMap<string, readonly string[]>;
  readonly numbers: ReadonlyMap<string, readonly bigint[]>;
}

export interface FunctionRule {
  /** The names and the kinds of its arguments. The signer is none of them. */
  readonly arguments: Readonly<Record<string, ArgumentKind>>;
  /** The place of its coin: it is APT, the type argument, or the address of the asset among the arguments. */
  readonly asset: 'APT' | 'type' | 'metadata' | null;
  /** The type arguments that it may have besides a coin. Null for a function without any. */
  readonly types: readonly string[] | null;
  /** The effect. `{amount}` has the coin. A function with lists has a step for each recipient. */
  readonly does: string;
  /** The label of the account that the argument names, for each with a row. */
  readonly rows: Readonly<Record<string, string>>;
  /** A danger of every use. */
  readonly danger?: string;
}

export const APT = { symbol: 'APT', decimals: 8 } as const;
const APTOS_COIN = '0x1::aptos_coin::AptosCoin';
/** The assets whose decimals are known, by their address on the main network. */
const ASSETS: Readonly<Record<string, { readonly symbol: string; readonly decimals: number }>> = {
  '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b': { symbol: 'USDC', decimals: 6 },
  '0x357b0b74bc833e95a115ad22604854d6b0fca151cecd94111770e5d6ffc9dc2b': { symbol: 'USDT', decimals: 6 },
};
const MAIN_NETWORK = 1;

const TO = { to: 'To' };
const PAID = { arguments: { to: 'address', amount: 'u64' }, does: 'Send {amount} to {to}', rows: TO } as const;
const PAID_MANY = {
  arguments: { to: 'addresses', amount: 'u64s' },
  does: 'Send {amount} to {to}',
  rows: TO,
} as const;
const PAID_ASSET = {
  arguments: { metadata: 'address', to: 'address', amount: 'u64' },
  asset: 'metadata',
  does: 'Send {amount} to {to}',
  rows: TO,
} as const;
const METADATA = ['0x1::fungible_asset::Metadata', '0x1::object::ObjectCore'];
const OBJECT = {
  arguments: { object: 'address', to: 'address' },
  asset: null,
  does: 'Give the object {object} to {to}',
  rows: { ...TO, object: 'Object' },
  danger: 'The new owner gets the object and everything that it holds, which the transaction does not state.',
} as const;
const pool = (does: string) =>
  ({
    arguments: { pool: 'address', amount: 'u64' },
    asset: 'APT',
    types: null,
    does,
    rows: { pool: 'Pool' },
  }) as const;

export const FUNCTIONS: Readonly<Record<string, FunctionRule>> = {
  '0x1::aptos_account::transfer': { ...PAID, asset: 'APT', types: null },
  '0x1::aptos_account::fungible_transfer_only': { ...PAID, asset: 'APT', types: null },
  '0x1::aptos_account::batch_transfer': { ...PAID_MANY, asset: 'APT', types: null },
  '0x1::aptos_account::transfer_coins': { ...PAID, asset: 'type', types: null },
  '0x1::aptos_account::batch_transfer_coins': { ...PAID_MANY, asset: 'type', types: null },
  '0x1::coin::transfer': { ...PAID, asset: 'type', types: null },
  '0x1::aptos_account::transfer_fungible_assets': { ...PAID_ASSET, types: null },
  '0x1::primary_fungible_store::transfer': { ...PAID_ASSET, types: METADATA },
  '0x1::object::transfer': { ...OBJECT, types: [] },
  '0x1::object::transfer_call': { ...OBJECT, types: null },
  '0x1::delegation_pool::add_stake': pool('Stake {amount} with the pool {pool}'),
  '0x1::delegation_pool::unlock': pool('Begin to unstake {amount} from the pool {pool}'),
  '0x1::delegation_pool::reactivate_stake': pool('Stake again {amount} that the pool {pool} was unstaking'),
  '0x1::delegation_pool::withdraw': pool('Withdraw {amount} that was unstaked from the pool {pool}'),
};

/** Functions that are not decoded, and whose danger is known. Each matches the begin of a name. */
const DANGERS: readonly (readonly [name: string, says: string])[] = [
  [
    '0x1::account::rotate_authentication_key',
    'It replaces the key of the account: whoever has the new key controls it.',
  ],
  ['0x1::account::upsert_ed25519_backup_key', 'It adds a backup key, whose holder can control the account.'],
  ['0x1::account::set_originating_address', 'It changes the address that belongs to the key.'],
  ['0x1::account::offer_', 'It lets another account act for this one, or replace its key.'],
  ['0x1::account_abstraction::', 'It changes who can sign for the account: code decides in place of its key.'],
  ['0x1::multisig_account::', 'It makes, changes or uses an account of several owners.'],
  ['0x1::code::publish_package', 'It publishes code, which can be new code of contracts that hold assets.'],
  ['0x1::object_code_deployment::', 'It publishes code, which can be new code of contracts that hold assets.'],
  ['0x1::resource_account::', 'It makes an account that code controls.'],
  ['0x1::stake::set_operator', 'It changes who runs the validator.'],
  ['0x1::stake::set_delegated_voter', 'It changes who votes with the stake.'],
];

/** Returns the danger of a function that is not decoded. Null where none is known. */
export const dangerOf = (called: string): string | null =>
  DANGERS.find(([name]) => called.startsWith(name))?.[1] ?? null;

/** Reads the arguments of a function. Throws a `Refusal` for another number of them, or bytes of another type. */
export function readArguments({ arguments: kinds }: FunctionRule, given: readonly Uint8Array[]): Given {
  const names = Object.entries(kinds);
  if (names.length !== given.length) throw refusal();
  const addresses = new Map<string, readonly string[]>();
  const numbers = new Map<string, readonly bigint[]>();
  for (const [index, [name, kind]] of names.entries()) {
    const reader = byteReader(given[index] ?? new Uint8Array(), `the argument ${name}`);
    const isList = kind === 'addresses' || kind === 'u64s';
    const items = <Item>(read: () => Item) => (isList ? many(reader, read) : [read()]);
    if (kind === 'address' || kind === 'addresses')
      addresses.set(
        name,
        items(() => address(reader).value),
      );
    else
      numbers.set(
        name,
        items(() => number(reader, 8).value),
      );
    reader.end();
  }
  if ((addresses.get('to')?.length ?? 1) !== (numbers.get('amount')?.length ?? 1)) throw refusal();
  return { addresses, numbers };
}

/** Returns true when the type arguments are those of the function. */
export function fitsTypes({ asset, types }: FunctionRule, given: readonly string[]): boolean {
  if (asset === 'type') return given.length === 1;
  if (types === null) return given.length === 0;
  return given.length === 1 && (types.length === 0 || types.includes(given[0] ?? ''));
}

/** Returns an amount of a coin or an asset. Its decimals are known for few of them, so others are counted in their smallest unit. */
export function amountText(units: bigint, asset: string, chain: number): string {
  if (asset === 'APT' || asset === APTOS_COIN || asset === '0xa')
    return `${decimalText(units, APT.decimals)} ${APT.symbol}`;
  const known = chain === MAIN_NETWORK && Object.hasOwn(ASSETS, asset) ? ASSETS[asset] : undefined;
  if (known !== undefined) return `${decimalText(units, known.decimals)} ${known.symbol}`;
  return `${units} ${units === 1n ? 'unit' : 'units'} of ${asset}`;
}

const refusal = () => new Refusal('payload', 'its arguments are not those of the function');
