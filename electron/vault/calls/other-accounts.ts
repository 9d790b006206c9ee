/** Findings about other accounts than the one that makes a call: owners of what moves, and receivers of a payout. */
import { addressKey, type Finding } from '../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { type AbiArgument, type ContractCall, care, danger } from '../../crypto/index.ts';
import { isList, membersOf } from './descriptors/paths.ts';
import { textOf } from './reading.ts';
import { isNobody, listed, type Owner, type Standard } from './standard.ts';

/** An address among the arguments, by its place. */
interface Named {
  readonly name: string;
  readonly path: string;
  readonly address: string;
}

/** Functions that pay a recipient by their purpose, and those about power, which have findings of their own. */
const NO_PAYOUT =
  /^(?:transfer|safeTransfer|safeBatchTransfer|send|approve|permit|delegate|vote|grant|revoke|set|add(?!Liquidity)|remove(?!Liquidity)|register|initialize|create)/i;
/** Functions that the account makes or sets something with, which can be for somebody else. */
const MAKES = /^(?:set|add|register|create)/i;
/** Arguments of these functions that name the account that they are for. */
const MADE_FOR = /^(?:owner|ownerWallet|holder|onBehalf(?:Of)?|for)s?$/i;
/** Arguments that name the receiver of what a function pays out. */
const RECEIVER =
  /^(?!src|fee|refund)(?:(?:dst|dest|mint|pay|send|withdraw)?to|\w*(?:recipient|receiver|beneficiary|payee|destination|lender))(?:Address)?$/i;
/** Arguments that name the account that a function acts for. */
const PRINCIPAL = /^(?:from|src|owner|holder|account|user|depositor|onBehalf(?:Of)?|for|rewardOwner)s?$/i;
/** Accounts that a call only names. */
const ONLY_NAMED = /referr|partner|affiliate|integrator/i;

/**
 * Returns the findings about assets of somebody else that a function of a standard takes, and about a payout to somebody
 * else.
 */
export function otherAccountFindings(
  call: ContractCall,
  { owner, gets, basis }: Pick<Standard, 'owner' | 'gets' | 'basis'>,
  values: readonly AbiArgument[],
): Finding[] {
  const named = addressesIn(call, values);
  const place = (path: string) => ({ field: `${call.field}.${path}`, basis });
  const owners = owner === undefined ? [] : othersAmong(call, named, (each) => isAt(each, owner.name));
  const receivers = gets === undefined ? [] : othersAmong(call, named, ({ path }) => path === gets);
  return [
    ...ownersFindings(call, owner, owners).map((found) => ({ ...found, ...place(owners[0]?.path ?? '') })),
    ...receiverFindings(call, receivers).map((found) => ({ ...found, ...place(receivers[0]?.path ?? '') })),
  ];
}

/**
 * Returns the findings about receivers and principals other than the account that makes the call, by the names of the
 * arguments. For a function that a descriptor explains.
 * @param senders Addresses that mean the account that makes the call.
 */
export function namedAccountFindings(
  call: ContractCall,
  {
    name,
    values,
    senders,
    basis,
  }: {
    readonly name: string;
    readonly values: readonly AbiArgument[];
    readonly senders: ReadonlySet<AbiArgument>;
    readonly basis: string;
  },
): Finding[] {
  const isMade = MAKES.test(name);
  const isPayout = !NO_PAYOUT.test(name);
  if ((!isPayout && !isMade) || call.from === undefined) return [];
  const named = addressesIn(call, values, senders).filter((each) => !ONLY_NAMED.test(each.name));
  const receivers = isPayout ? othersAmong(call, named, (each) => RECEIVER.test(plainName(each))) : [];
  const principals = othersAmong(call, named, (each) => (isPayout ? PRINCIPAL : MADE_FOR).test(plainName(each)));
  const place = (some: readonly Named[]) => ({ field: `${call.field}.${some[0]?.path ?? ''}`, basis });
  return [
    ...receiverFindings(call, receivers).map((found) => ({ ...found, ...place(receivers) })),
    ...(principals.length === 0
      ? []
      : [
          care(
            `It acts for ${addressesText(principals)}, and not for ${call.from}, which makes the call.`,
            place(principals),
          ),
        ]),
  ];
}

const plainName = ({ name }: Named) => name.replace(/^_+|_+$/g, '');
const addressesText = (named: readonly Named[]) => listed(named.map(({ address }) => address));

function ownersFindings(call: ContractCall, owner: Owner | undefined, owners: readonly Named[]): Finding[] {
  if (owner === undefined || owners.length === 0) return [];
  const text = addressesText(owners);
  const isHandedIn = owner.by === 'a signature';
  // The sentence of a signature that is handed in names its owner.
  if (call.from === undefined)
    return isHandedIn ? [] : [care(`Unless ${text} makes the call itself, it spends ${owner.by} of ${text}.`)];
  return [
    (isHandedIn ? care : danger)(
      `It ${isHandedIn ? 'uses' : 'spends'} ${owner.by} of ${text}: what it moves does not belong to ${call.from}, which makes the call.`,
    ),
  ];
}

function receiverFindings({ from }: ContractCall, receivers: readonly Named[]): Finding[] {
  if (from === undefined || receivers.length === 0) return [];
  return [care(`The payout goes to ${addressesText(receivers)}, and not to ${from}, which makes the call.`)];
}

/** The distinct addresses that are neither nobody nor the account that makes the call. */
function othersAmong(call: ContractCall, named: readonly Named[], isMeant: (each: Named) => boolean): Named[] {
  const own = addressKey(call.from ?? '');
  const others = new Map<string, Named>();
  for (const each of named) {
    const address = addressKey(each.address);
    if (isMeant(each) && !isNobody(address) && address !== own && !others.has(address)) others.set(address, each);
  }
  return [...others.values()];
}

/** True for the argument of that name, or the member of each item of a list: `transfers.from`. */
const isAt = ({ path }: Named, name: string) => path.replace(/\[\d+\]/g, '') === name;

/** Every address among the arguments, also in tuples and lists. Some functions have one in a number or in 32 bytes. */
function addressesIn(
  call: ContractCall,
  values: readonly AbiArgument[],
  senders: ReadonlySet<AbiArgument> = new Set(),
): Named[] {
  const found: Named[] = [];
  const look = (argument: AbiArgument, name: string, path: string) => {
    if (Array.isArray(argument.value)) {
      const isItems = isList(argument);
      for (const member of membersOf(argument))
        look(member, isItems ? name : member.name, isItems ? `${path}[${member.name}]` : `${path}.${member.name}`);
      return;
    }
    const address = senders.has(argument) ? null : addressOf(call, argument);
    if (address !== null) found.push({ name, path, address });
  };
  for (const value of values) look(value, value.name, value.name);
  return found;
}

const WORD_DIGITS = 64;
const ADDRESS_DIGITS = 40;
/** Smaller numbers are amounts. No search finds a key of an address below it. */
const LEAST_ADDRESS = 1n << 130n;

function addressOf(call: ContractCall, argument: AbiArgument): string | null {
  const { type, value } = argument;
  if (type === 'address') return textOf(argument, call);
  const digits =
    type === 'uint256' && typeof value === 'bigint'
      ? value.toString(16).padStart(WORD_DIGITS, '0')
      : type === 'bytes32' && value instanceof Uint8Array
        ? hexEncode(value)
        : '';
  const isPadded = /^0{24}[0-9a-f]{40}$/.test(digits) && BigInt(`0x${digits}`) >= LEAST_ADDRESS;
  return isPadded ? call.address(hexDecode(digits.slice(-ADDRESS_DIGITS))) : null;
}
