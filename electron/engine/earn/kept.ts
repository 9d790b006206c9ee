import Type, { type Static } from 'typebox';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { Closed, EARN_STATUSES, Nullable } from '../../../shared/model/index.ts';
import { checkValue, type QueryResponse } from '../../../shared/operations/index.ts';
import { oneLine } from '../../client/index.ts';
import { readAddress } from '../addresses/entries.ts';
import { decimalsIn } from './decimals.ts';

const TextOrNull = Nullable(Type.String());

/** The place of an earning position. Addresses have the checksum of EIP-55. */
const PLACE = {
  /** By CAIP-2. */
  chain: Type.String(),
  token: Type.String(),
  wrapper: Type.String(),
  vault: Type.String(),
  provider: TextOrNull,
  depositsDisabled: Type.Boolean(),
  /** The decimals of the service's amounts, from those given in both ways. */
  decimals: Nullable(Type.Integer()),
};

/** A wrapper of the organization. Amounts are in the smallest unit. */
const KeptWrapper = Closed({
  ...PLACE,
  name: TextOrNull,
  netYield: TextOrNull,
  yield: TextOrNull,
  fee: TextOrNull,
  feeWallet: TextOrNull,
  claimable: TextOrNull,
  total: TextOrNull,
  status: Nullable(Type.Enum(EARN_STATUSES)),
  error: TextOrNull,
});
export type KeptWrapper = Static<typeof KeptWrapper>;

/** The holdings of an account in a wrapper. */
const KeptPosition = Closed({
  ...PLACE,
  account: Type.String(),
  amount: TextOrNull,
  deposited: TextOrNull,
  withdrawn: TextOrNull,
  dollars: TextOrNull,
});
export type KeptPosition = Static<typeof KeptPosition>;

/** The reason, and the time of the cached rows. Null without cached rows. */
const StaleChain = Closed({ why: Type.String(), readAt: Nullable(Type.Number()) });

/** The service's report on earning positions, with each member validated. */
const KeptEarn = Closed({
  wrappers: Type.Array(KeptWrapper),
  positions: Type.Array(KeptPosition),
  /** The chains that could not be queried the last time, by CAIP-2. */
  stale: Type.Record(Type.String(), StaleChain),
});
export type KeptEarn = Static<typeof KeptEarn>;

/** Returns the cached report. Null when the cache holds nothing usable. */
export const keptIn = (value: unknown): KeptEarn | null =>
  checkValue(KeptEarn, value).length === 0 ? (value as KeptEarn) : null;

type Listed<Rows> = NonNullable<Rows>[keyof NonNullable<Rows> & number];
type Wrapper = Listed<QueryResponse<'list_earn_enabled_vaults'>['enabledVaults']>;
type Position = Listed<QueryResponse<'list_earn_positions'>['positions']>;

/** A whole number of up to 256 bits. */
const UNITS = /^(0|[1-9]\d{0,77})$/;
const TOKEN = /^(eip155:\d{1,32})\/erc20:(0x[0-9a-fA-F]{40})$/;
const BASIS_POINTS = /^\d{1,5}$/;
const MAXIMUM_NAME = 64;
const MAXIMUM_ERROR = 300;
/** Characters of a yield or of a value in dollars. */
const MAXIMUM_NUMBER = 32;

/** Throws SERVICE_REPLY_INVALID, naming the member. */
export function readWrapper(given: Wrapper): KeptWrapper {
  const { totalDeposited, claimableClientFee, deployStatus } = given;
  const status = EARN_STATUSES.find((known) => known === deployStatus) ?? null;
  return {
    ...placeOf(given),
    decimals: decimalsIn([
      [totalDeposited, given.display?.crypto],
      [claimableClientFee, given.claimableClientFeeDisplay?.crypto],
    ]),
    name: line(given.name, MAXIMUM_NAME),
    netYield: line(given.netApyPct, MAXIMUM_NUMBER),
    yield: line(given.apyPct, MAXIMUM_NUMBER),
    fee: fits('clientFeeBps', given.clientFeeBps, BASIS_POINTS),
    feeWallet: given.clientFeeWallet === undefined ? null : addressIn('clientFeeWallet', given.clientFeeWallet),
    claimable: fits('claimableClientFee', claimableClientFee, UNITS),
    total: fits('totalDeposited', totalDeposited, UNITS),
    status,
    error: line(given.deployError, MAXIMUM_ERROR),
  };
}

/** Reads the position of an account. Throws SERVICE_REPLY_INVALID, naming the member. */
export function readPosition(given: Position, account: string): KeptPosition {
  const { currentValue, totalDeposited, totalWithdrawn } = given;
  const shown = (member: string) => {
    const text = given.display?.[member];
    return typeof text === 'string' ? text : undefined;
  };
  return {
    ...placeOf(given),
    decimals: decimalsIn([
      [currentValue, shown('currentValueCrypto')],
      [totalDeposited, shown('totalDepositedCrypto')],
      [totalWithdrawn, shown('totalWithdrawnCrypto')],
    ]),
    account,
    amount: fits('currentValue', currentValue, UNITS),
    deposited: fits('totalDeposited', totalDeposited, UNITS),
    withdrawn: fits('totalWithdrawn', totalWithdrawn, UNITS),
    dollars: line(shown('currentValueUsd'), MAXIMUM_NUMBER),
  };
}

function placeOf({ caip19 = '', wrapperAddress, vaultAddress, provider, depositsDisabled }: Wrapper | Position) {
  const [, chain, token] = TOKEN.exec(caip19) ?? [];
  if (chain === undefined || token === undefined) throw invalid('caip19');
  return {
    chain,
    token: addressIn('caip19', token),
    wrapper: addressIn('wrapperAddress', wrapperAddress),
    vault: addressIn('vaultAddress', vaultAddress),
    provider: line(provider, MAXIMUM_NAME),
    depositsDisabled: depositsDisabled === true,
  };
}

/** A text to show, without invisible characters. Null when it is empty. */
function line(text: string | undefined, maximum: number): string | null {
  const shown = oneLine(text ?? '', maximum);
  return shown === '' ? null : shown;
}

function fits(member: string, text: string | undefined, pattern: RegExp): string | null {
  if (text === undefined || text === '') return null;
  if (!pattern.test(text)) throw invalid(member);
  return text;
}

/** In the one spelling that names are found by. */
function addressIn(member: string, text = ''): string {
  const address = /^0x[0-9a-fA-F]{40}$/.test(text) ? readAddress(text.toLowerCase())?.address : undefined;
  if (address === undefined) throw invalid(member);
  return address;
}

function invalid(member: string): AppError {
  return new AppError(
    'SERVICE_REPLY_INVALID',
    sentence`The service reported an earn position whose ${member} is invalid, so it was discarded. Report it to the operator of the service.`,
  );
}
