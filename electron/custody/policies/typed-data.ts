import { type Facts, numberFacts, UNPROVEN, wrappedTypeOf } from '../../crypto/index.ts';
import type { Struct, Value } from './evaluate.ts';
import { Quantity } from './quantity.ts';
import { NamedText } from './special-text.ts';

/** The name of a native transaction that wallets sign as typed data, as zkSync's chains define it. */
const TRANSACTION = /^(?:Transaction|Tx)$/i;
const MEMBERS = ['type', 'value', 'gas', 'gas_price', 'nonce', 'max_fee_per_gas', 'max_priority_fee_per_gas'];
const NOT_IN_MESSAGE = 'is not there: the message is a transaction that does not name it';
const NO_ADDRESS = 'is not an address in this message, which is a transaction';
const ADDRESS_DIGITS = 40;
const OTHER_CHAIN = 'is not certain: the salt of the domain can name a chain too';
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
  const why = facts.chain_id === undefined ? EVERY_CHAIN : whyNoChain(domain as Facts);
  const unproven = {
    ...Object.fromEntries(lacking.map((member) => [member, NOT_IN_MESSAGE])),
    ...Object.fromEntries(addresses.filter(([, text]) => text === undefined).map(([member]) => [member, NO_ADDRESS])),
    ...(why !== null && { chain_id: why }),
  };
  const { chain_id: chain, ...others } = facts;
  return { ...others, ...(chain !== undefined && why === null && { chain_id: chain }), [UNPROVEN]: unproven };
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
  if (typed !== undefined) return { ...facts, eip_712: withoutAnyChain(withInner(typed)) };
  const authorization = facts.eip_7702_authorization as Facts | undefined;
  if (authorization?.chain_id !== 0n) return facts;
  const { chain_id: _, ...others } = authorization;
  const reason = { chain_id: 'is 0: the authorization is valid on every chain' };
  return { ...facts, eip_7702_authorization: { ...others, [UNPROVEN]: reason } };
}

function withoutAnyChain(typed: Facts): Facts {
  const domain = typed.domain as Facts;
  const why = whyNoChain(domain);
  if (why === null) return typed;
  const { chain_id: _, ...others } = domain;
  return { ...typed, domain: { ...others, [UNPROVEN]: { chain_id: why } } };
}

/** Returns the reason why a rule that forbids cannot judge the chain of a domain. Null for a chain that it can judge. */
function whyNoChain(domain: Facts): string | null {
  if (hasSalt(domain)) return OTHER_CHAIN;
  const { chain_id: chainId } = domain;
  return chainId === undefined || chainId === 0n ? EVERY_CHAIN : null;
}

/** A text of hexadecimal zeros. */
const ZEROS = /^(?:0x)?0*$/i;

/**
 * Some contracts put the chain on which they act, or its hash, into the salt, and another number into the domain. No list
 * has the numbers of all chains.
 */
const hasSalt = ({ salt }: Facts): boolean => salt !== undefined && !ZEROS.test(String(salt));

const WRAPPER = 'TypedDataSign';
const DIFFERING = 'is a member of the wrapped message and of its wrapper';

/**
 * Shows the message inside a TypedDataSign (ERC-7739) in place of its wrapper. A smart account takes the signature as
 * one of the inner message, so `spender` of a wrapped Permit is `message.spender` and `message.contents.spender`.
 */
function withInner(typed: Facts): Facts {
  const { contents, ...others } = typed.message as Facts;
  const isWrapper = typed.primary_type === WRAPPER && typeof contents === 'object' && !Array.isArray(contents);
  if (!isWrapper) return typed;
  const inner = contents as Facts;
  const both = Object.keys(inner).filter((name) => others[name] !== undefined);
  const alone = Object.entries(others).filter(([name]) => !both.includes(name));
  const message = { ...Object.fromEntries(alone), ...inner, contents: inner };
  const shown = Object.entries(message).filter(([name]) => !both.includes(name));
  const unproven = Object.fromEntries(both.map((name) => [name, DIFFERING]));
  return { ...typed, message: { ...Object.fromEntries(shown), [UNPROVEN]: unproven } };
}

/** Numbers of a message compare with texts too. To a rule that forbids, an address is equal to its word of 32 bytes. */
export function typedDataValue(facts: Facts, payload: string, forbids: boolean): Struct {
  const typed = facts.eip_712;
  if (typeof typed !== 'object' || Array.isArray(typed)) return facts as Struct;
  const { primary_type: name, domain, message } = typed as Facts;
  const inner = forbids && name === WRAPPER ? wrappedTypeOf(payload) : null;
  const wrapped = inner === null ? name : new NamedText(WRAPPER, (other) => other === inner);
  const read = { primary_type: wrapped, domain: forbids ? withWords(domain as Value) : domain };
  return { ...facts, eip_712: { ...read, message: quantities(message as Value, forbids) } } as Struct;
}

function quantities(value: Value, forbids: boolean): Value {
  if (typeof value === 'bigint') return new Quantity(value);
  return mapped(value, forbids, quantities);
}

const withWords = (value: Value): Value => mapped(value, true, withWords);

function mapped(value: Value, forbids: boolean, convert: (value: Value, forbids: boolean) => Value): Value {
  if (typeof value === 'string') return forbids && WORD.test(value) ? addressText(value) : value;
  if (Array.isArray(value)) return value.map((one) => convert(one, forbids));
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const given = value as Facts;
  const members = Object.entries(given).map(([name, one]) => [name, convert(one as Value, forbids)]);
  return { ...Object.fromEntries(members), ...(given[UNPROVEN] && { [UNPROVEN]: given[UNPROVEN] }) };
}

/** An address, and the same in a word of 32 bytes, with zeros before or behind it. */
const WORD = /^(?:0x)?(?:(?:0{24})?([0-9a-f]{40})|([0-9a-f]{40})0{24})$/i;
const addressIn20 = (text: string): string | undefined => {
  const [, padded, leading] = WORD.exec(text) ?? [];
  return (padded ?? leading)?.toLowerCase();
};
const addressText = (text: string): NamedText =>
  new NamedText(text, (other) => addressIn20(other) === addressIn20(text));
