/** Contracts that serve everybody: they keep nothing for one account, and some make any call that they are given. */
import type { Finding } from '../../../shared/model/index.ts';
import { type AbiArgument, type ContractCall, danger, keylessFindings } from '../../crypto/index.ts';
import { ENTRY_POINTS, MULTICALLS } from './accounts.ts';
import { isList, membersOf } from './descriptors/paths.ts';
import { ZERO_EX_PROXIES } from './messages/exchanges.ts';
import { VERSION_3, VERSION_4 } from './messages/inch.ts';
import { COW, SEAPORT } from './messages/orders.ts';
import { REACTORS } from './messages/uniswapx.ts';
import { PERMIT2_ADDRESS } from './permit2.ts';
import { textOf } from './reading.ts';
import { ROUTERS } from './router-commands.ts';
import { MULTI_SENDS } from './safe.ts';
import { FACTORIES } from './safe-factories.ts';
import type { Contracts } from './standard.ts';

/** Safe's MultiSendCallOnly of versions 1.3.0 to 1.5.0. Anybody can call them, and not only run their code. */
const CALL_ONLY: readonly string[] = [
  '0x40a2accbd92bca938b02010e17a5b8929b49130d',
  '0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b',
  '0x9641d764fc13c8b624c04430c7356c1c7c8102e2',
  '0xa83c336b20401af773b6219ba5027174338d1836',
];
/** Uniswap's own Multicall, and the contract that makes accounts for EntryPoint 0.6 and 0.7. */
const OTHER_CALLERS: readonly string[] = [
  '0x1f98415757620b543a52e61c46b32eb19261f984',
  '0x7fc98430eaedbb6070b35b39d798725049088348',
  '0xefc2c1444ebcc4db75e7613d20c6a62ff67a167c',
];
/** The same contract is at each address on every chain, or nothing is, so the chain is not asked. */
const all = (contracts: Contracts): readonly string[] => Object.values(contracts).flat();
const PUBLIC_CALLERS: ReadonlySet<string> = new Set([...all(MULTICALLS), ...CALL_ONLY, ...OTHER_CALLERS]);

/** Those whose coins and tokens the next caller takes. */
const OPEN: ReadonlySet<string> = new Set([...PUBLIC_CALLERS, ...all(ROUTERS)]);
/** The names of contracts that keep nothing for an account. */
const NAMES: ReadonlyMap<string, string> = new Map(
  (
    [
      ['a contract that makes calls for everybody', [...PUBLIC_CALLERS]],
      ['the Universal Router of Uniswap', all(ROUTERS)],
      ['a contract of Seaport', SEAPORT],
      ['the settlement contract of CoW Protocol', [COW]],
      ['a router of 1inch', [...all(VERSION_3), ...all(VERSION_4)]],
      ['the exchange of 0x', all(ZERO_EX_PROXIES)],
      ['a reactor of UniswapX', all(REACTORS)],
      ['a factory of Safe', FACTORIES],
      ['a MultiSend of Safe', MULTI_SENDS.filter((each) => !CALL_ONLY.includes(each))],
    ] as const
  ).flatMap(([name, addresses]) => addresses.map((address): [string, string] => [address, name])),
);
/** Coins that are sent to them are a deposit for the account that sends them. Tokens are lost. */
const KEEPS_COINS: ReadonlySet<string> = new Set(all(ENTRY_POINTS));

/**
 * Returns the finding about coins or tokens that go to a contract that keeps nothing for an account. Empty for other
 * addresses. `field` is the recipient's field.
 */
export function keptByNobody(address: string, moved: 'coins' | 'tokens', field: string): Finding[] {
  const text = address.toLowerCase();
  const keyless = keylessFindings(address, field);
  if (keyless.length > 0) return keyless;
  const name = NAMES.get(text) ?? (moved === 'tokens' && KEEPS_COINS.has(text) ? 'an EntryPoint of ERC-4337' : null);
  if (name === null) return [];
  const then = OPEN.has(text)
    ? 'whoever calls it next can take anything sent there'
    : 'anything sent there fails or is likely lost';
  return [danger(`${address} is ${name}, and no account: ${then}.`, { field })];
}

/** Returns true for a contract that makes any call that anybody gives it. */
export const isPublicCaller = (address: string): boolean => PUBLIC_CALLERS.has(address.toLowerCase());

const NO_TOKENS: ReadonlySet<string> = new Set([...NAMES.keys(), ...KEEPS_COINS, PERMIT2_ADDRESS]);

/** Returns the findings about functions of a token that are asked of a known contract that is none. */
export function noTokenFindings(address: string, mark: string): Finding[] {
  if (!NO_TOKENS.has(address.toLowerCase())) return [];
  return [
    danger(`${address} is a known contract, and no token: what it does with this is unknown.`, { field: null, mark }),
  ];
}

/** The names of parameters that get power over what an account has. */
const TAKER =
  /^_?(?:spender|operator|manager|delegate|delegatee|executor|signer|agent|grantee|relayer|borrower|keeper|controller|caller|sessionKey)s?_?$/i;
/** The names of numbers that are what a taker may take. */
const TAKEN = /^_?(?:amount|value|allowed|approved|isAuthorized)$/;
const isZero = ({ value }: AbiArgument) => value === 0n || value === false;

/**
 * Returns the findings about takers that make calls for everybody, so that everybody has their power.
 * @param isReceiver Returns true for the field of an address that a finding says gets something.
 */
export function publicTakerFindings(
  call: ContractCall,
  values: readonly AbiArgument[],
  isReceiver: (field: string) => boolean = () => false,
): Finding[] {
  const found: Finding[] = [];
  const amounts: AbiArgument[] = [];
  const look = (argument: AbiArgument, path: string, name: string) => {
    if (Array.isArray(argument.value)) {
      for (const member of membersOf(argument))
        look(
          member,
          isList(argument) ? `${path}[${member.name}]` : `${path}.${member.name}`,
          isList(argument) ? name : member.name,
        );
      return;
    }
    if (TAKEN.test(name)) amounts.push(argument);
    if (argument.type !== 'address' || !(TAKER.test(name) || isReceiver(path))) return;
    const address = textOf(argument, call);
    if (isPublicCaller(address))
      found.push(
        danger(`Anybody can use what ${address} gets here: it makes calls for whoever asks.`, { field: path }),
      );
  };
  for (const value of values) look(value, value.name, value.name);
  return amounts.length > 0 && amounts.every(isZero) ? [] : found;
}
