import { type Facts, numberFacts, UNPROVEN } from '../../crypto/index.ts';
import type { Value } from './evaluate.ts';
import { Quantity } from './quantity.ts';

/** The name of a native transaction that wallets sign as typed data, as zkSync's chains define it. */
const TRANSACTION = /^(?:Transaction|Tx)$/i;
const MEMBERS = ['type', 'value', 'gas', 'gas_price', 'nonce', 'max_fee_per_gas', 'max_priority_fee_per_gas'];
const NOT_IN_MESSAGE = 'is not there: the message is a transaction that does not name it';
const NO_ADDRESS = 'is not an address in this message, which is a transaction';
const ADDRESS_DIGITS = 40;
const EVERY_CHAIN = 'is not there: the message may be valid on every chain';

/**
 * Returns `eth.tx` of typed data that is a transaction, for a rule that forbids. Returns undefined for any other payload. Members that
 * the message lacks are opaque.
 * Choice (typed-transaction): a message named Transaction is a transaction to a DENY policy. Messages for a contract that then calls
 * (SafeTx, ForwardRequest, UserOperation) are not. Policies forbid these by `eth.eip_712`.
 */
export function transactionOfMessage({ eip_712: typed }: Facts): Facts | undefined {
  const { primary_type: name, message, domain } = (typed ?? {}) as Facts;
  if (!TRANSACTION.test(String(name))) return undefined;
  const given = message as Facts;
  const { chain_id: chainId } = domain as Facts;
  const numbers = numberFacts((member) => textOf(member === 'chainId' ? chainId : given[member]));
  const { txType } = given;
  const known: Facts = {
    ...numbers,
    ...(typeof txType === 'bigint' && { type: `TYPE_${txType}` }),
    ...(typeof given.data === 'string' && { data: given.data }),
  };
  const addresses = ['from', 'to'].map((member) => [member, addressIn(given[member])] as const);
  const found = addresses.filter((each): each is readonly [string, string] => each[1] !== undefined);
  const facts: Facts = { ...known, ...Object.fromEntries(found) };
  const lacking = [...MEMBERS, 'data'].filter((member) => facts[member] === undefined);
  const unproven = {
    ...Object.fromEntries(lacking.map((member) => [member, NOT_IN_MESSAGE])),
    ...Object.fromEntries(addresses.filter(([, text]) => text === undefined).map(([member]) => [member, NO_ADDRESS])),
    ...((facts.chain_id ?? 0n) === 0n && { chain_id: EVERY_CHAIN }),
  };
  const { chain_id: chain, ...others } = facts;
  return { ...others, ...(chain === undefined || chain === 0n ? {} : { chain_id: chain }), [UNPROVEN]: unproven };
}

const textOf = (fact: Facts[string] | undefined): string | undefined => (fact === undefined ? undefined : String(fact));

/** Such a message has its addresses as numbers. */
function addressIn(fact: Facts[string] | undefined): string | undefined {
  if (typeof fact === 'string') return fact;
  const digits = typeof fact === 'bigint' ? fact.toString(16).padStart(ADDRESS_DIGITS, '0') : '';
  return digits.length === ADDRESS_DIGITS ? `0x${digits}` : undefined;
}

/**
 * Prepares the facts of a payload for a rule that forbids. An authorization of chain 0 is valid on every chain, and so may be a
 * message whose domain names none, or chain 0. Such a rule cannot judge its chain.
 */
export function forForbidding(facts: Facts): Facts {
  const typed = facts.eip_712 as Facts | undefined;
  if (typed !== undefined) return { ...facts, eip_712: withoutAnyChain(typed) };
  const authorization = facts.eip_7702_authorization as Facts | undefined;
  if (authorization?.chain_id !== 0n) return facts;
  const { chain_id: _, ...others } = authorization;
  const reason = { chain_id: 'is 0: the authorization is valid on every chain' };
  return { ...facts, eip_7702_authorization: { ...others, [UNPROVEN]: reason } };
}

function withoutAnyChain(typed: Facts): Facts {
  const { chain_id: chainId, ...others } = typed.domain as Facts;
  if (chainId !== undefined && chainId !== 0n) return typed;
  return { ...typed, domain: { ...others, [UNPROVEN]: { chain_id: EVERY_CHAIN } } };
}

/** Numbers of a message compare with texts too. */
export function typedDataValue(facts: Facts): Value {
  const typed = facts.eip_712;
  if (typeof typed !== 'object' || Array.isArray(typed)) return facts as Value;
  return { ...facts, eip_712: { ...typed, message: quantities((typed as { message: Value }).message) } } as Value;
}

function quantities(value: Value): Value {
  if (typeof value === 'bigint') return new Quantity(value);
  if (Array.isArray(value)) return value.map(quantities);
  if (typeof value !== 'object' || value instanceof Date || value instanceof Quantity) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, quantities(one)]));
}
