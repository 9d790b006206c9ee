/** Findings about typed data by the names of its members, and about its domain. */
import { chainOf, type DecodedField, type Finding, inQuotes, splitChain } from '../../../shared/model/index.ts';
import { ethereum as ethereumAddress } from '../addresses/ethereum.ts';
import { care, danger, row } from '../meaning.ts';
import { tokenOf, tokensOf } from '../tokens.ts';
import { type EthereumChain, ethereumChain } from '../transactions/ethereum/meaning.ts';
import { mostImportant } from './guessed-order.ts';
import { isLookalike } from './lookalike.ts';
import type { Row } from './permits.ts';

export const EIP712 = { basis: 'EIP-712' } as const;
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

/** Common member names for a recipient and an amount, alone, in lists and behind the name of a chain or a side. */
const RECIPIENT =
  /^_?(?:to|tos|dests?|payTo|toAddress(?:es)?|\w*(?:recipient|receiver|destination|beneficiary|payee)s?(?:Address(?:es)?)?|\w*beneficiaries)$/i;
/** The names of them that a call inside a message gives the contract that it calls. */
const CALLED = /^_?(?:to|dest|destination|target|callee|contract|contractAddress)$/i;
/** The names of members that change how a call is made. */
const CALL_KIND =
  /^_?(?:operation|callType|callKind|execType|mode|isDelegate\w*|delegateCall|revertOnError|allowFailure)$/i;
const TOKEN = /^_?\w*(?:token|asset|currency|collection)(?:Address)?$/i;
const CHAIN = /^_?\w*chain(?:Id)?$/i;
const QUANTITY =
  /^_?(?:\w*(?:amount|value|price|quantity|quantum|share|unit|volume|total|sum)s?|quantities|quanta|qty|size|wads?|assets|amount(?:In|Out)\w*)$/i;
const SELECTOR_DIGITS = 8;

/**
 * Returns recipients, amounts, tokens, chains and calls of a message, each under its member's name. The token of an
 * amount is unknown, and nothing says that the calls are made.
 */
export function guessedRows(message: readonly Row[]): DecodedField[] {
  const structs = structsWithData(message);
  return mostImportant(
    message.flatMap(({ member, name, type, value }) => {
      const label = name.slice('message.'.length);
      const kind = type === 'address' ? 'address' : 'text';
      const hasData = () => structs.has(structOf({ member, name }));
      if (kind === 'address' && CALLED.test(member) && hasData()) return [row(`Contract (${label})`, value, kind)];
      if (RECIPIENT.test(member)) return [row(`Recipient (${label})`, value, kind)];
      if (kind === 'address' && TOKEN.test(member)) return [row(`Token (${label})`, value, kind)];
      if (CHAIN.test(member) && /^u?int\d+$/.test(type)) return [row(`Chain (${label})`, value)];
      if (CALL_KIND.test(member) && hasData()) return [row(`Kind of call (${label})`, value)];
      if (isData({ type, value }))
        return [
          row(
            `Data (${label})`,
            `${digitsOf(value).length / 2} bytes, as a call: function 0x${digitsOf(value).slice(0, SELECTOR_DIGITS)}`,
          ),
        ];
      return QUANTITY.test(member) && /^(?:u?int\d*|string)$/.test(type)
        ? [row(`Amount (${label})`, `${value}, in unknown units`, 'amount')]
        : [];
    }),
  );
}

const digitsOf = (value: string) => value.slice('0x'.length);

/** Returns true for bytes that can be a call: a selector, and words behind it. */
function isData({ type, value }: Pick<Row, 'type' | 'value'>): boolean {
  return type === 'bytes' && digitsOf(value).length % 64 === SELECTOR_DIGITS;
}

/** The place of the struct that has a member. */
function structOf({ member, name }: Pick<Row, 'member' | 'name'>): string {
  return name.slice(0, -member.length);
}

/** The places of the structs that have data as a member, found in one pass: a message has thousands of rows. */
function structsWithData(message: readonly Row[]): ReadonlySet<string> {
  return new Set(message.filter((each) => isData(each) && each.name.endsWith(each.member)).map(structOf));
}

/**
 * Findings about orders, powers and owners.
 * @param account The account whose signature it is: the one that signs, or the contract that it signs for.
 */
export function messageFindings(primaryType: string, message: readonly Row[], account: string | null): Finding[] {
  return [
    ...orderFindings(primaryType, message),
    ...delegateFindings(message),
    ...ownerFindings(message, account),
    ...receiverFindings(primaryType, message, account),
    ...payoutFindings(primaryType, message, account),
  ];
}

/** Members of the domain, by their effect. */
const DOMAIN_WORDS = { chainId: 'chain', verifyingContract: 'contract' } as const;

export function domainFindings(rows: readonly Row[]): Finding[] {
  const names = new Set(rows.map(({ name }) => name));
  const missing = (['chainId', 'verifyingContract'] as const).filter((name) => !names.has(`domain.${name}`));
  if (missing.length === 0) return [];
  const text = `The typed data names no ${missing.map((name) => `${DOMAIN_WORDS[name]} (${name})`).join(' and no ')}, so the signature may be used in more than one place.`;
  // A contract can be at the same address on every chain.
  return [(missing.includes('chainId') ? danger : care)(text, EIP712)];
}

/**
 * Returns the known chain whose id is the salt of a domain, as the bridged tokens of Polygon have it. Null unless the
 * contract is a known token there: any other contract can have this salt on any chain.
 */
export function chainInSalt(salt: string | undefined, verifier: string): EthereumChain | null {
  if (salt === undefined) return null;
  const chain = ethereumChain(BigInt(salt));
  return chain.caip2 === null || tokenOf(chain.caip2, verifier) === null ? null : chain;
}

export function saltFinding({ name }: EthereumChain): Finding {
  const text = `The domain names the chain ${name} by its salt alone. A contract elsewhere with this salt takes the signature too.`;
  return care(text, { field: 'domain.salt', ...EIP712 });
}

/** About a chain that the domain names and that is not known. */
export function chainFindings({ caip2 }: EthereumChain): Finding[] {
  if (caip2 === null || chainOf(caip2) !== null) return [];
  const text = `Chain ${splitChain(caip2).reference} is unknown, so amounts of its tokens are not shown in units.`;
  return [care(text, { field: 'domain.chainId', ...EIP712 })];
}

/** The name of an order. Other words have its letters: orderly, border. */
const ORDER = /(?<![Bb])order(?!ly)|Order(?!ly)|ORDER/;

function orderFindings(primaryType: string, message: readonly Row[]): Finding[] {
  const names = message.map(({ name }) => name);
  const has = (name: string) => names.some((each) => each.startsWith(`message.${name}`));
  if (!ORDER.test(primaryType) && !(has('offer') && has('consideration'))) return [];
  // Order identifiers alone cannot be settled.
  if (/cancel/i.test(primaryType) && guessedRows(message).length === 0) return [];
  return [danger('This looks like an order: anyone with the signature can settle it as the fields state.', EIP712)];
}

/** The account that acts by the message, as sessions and delegations name it. ERC-5805's delegatee only votes. */
const DELEGATE = /^(?:delegate|delegateAddress|delegatedExecutors?|operator|agent|agentAddress|sessionKey|grantee)$/;

/** A member that says whether its struct gives power or takes it back. */
const IS_GIVEN = /^(?:approved|allowed|is(?:Allowed|Approved|Authorized|Enabled)|enabled)$/;

function delegateFindings(message: readonly Row[]): Finding[] {
  const takenBack = new Set(
    message
      .filter(({ member, type, value }) => type === 'bool' && IS_GIVEN.test(member) && value === 'false')
      .map(structOf),
  );
  const found = message.find(
    (each) =>
      DELEGATE.test(each.member) &&
      each.type === 'address' &&
      each.value !== ZERO_ADDRESS &&
      !takenBack.has(structOf(each)),
  );
  if (found === undefined) return [];
  const text = `It gives ${found.value} power to act for the account, limited only by the fields shown.`;
  return [danger(text, { field: found.name, ...EIP712 })];
}

/** The account whose tokens or power a message is about, as standards and exchanges name the signer. */
const OWNER = /^(?:owner|holder|from|maker|offerer|swapper|authorizer|delegator|sourceSigner|user|voter)$/;

const PADDED = /^0x0{24}[0-9a-f]{40}$/i;

/** The address of a value. Native transactions of zkSync have addresses as numbers. Null for any other value. */
function addressIn({ type, value }: Row, message: readonly Row[]): string | null {
  if (type === 'address') return value;
  if (type === 'bytes32' && PADDED.test(value)) return ethereumAddress.normalize(`0x${value.slice(-40)}`);
  if (type !== 'uint256' || !message.some(({ member }) => member === 'txType')) return null;
  return ethereumAddress.normalize(`0x${BigInt(value).toString(16).padStart(40, '0')}`);
}

/** A message of another account counts where that account is a contract that takes this signature (ERC-1271). */
function ownerFindings(message: readonly Row[], signer: string | null): Finding[] {
  const isSigner = (each: Row) => addressIn(each, message) === signer;
  if (signer === null || message.some((each) => each.member === 'signer' && isSigner(each))) return [];
  const others = message
    .filter((each) => OWNER.test(each.member) && !isSigner(each))
    .map((each) => ({ name: each.name, owner: addressIn(each, message) }));
  const found = others.find(({ owner }) => owner !== null && owner !== ZERO_ADDRESS);
  const nobody = others.find(({ owner }) => owner === ZERO_ADDRESS);
  if (found === undefined && nobody !== undefined)
    return [care(`It is for the zero address, and not for ${signer}, which signs.`, { field: nobody.name, ...EIP712 })];
  if (found === undefined) return [];
  const text = `It is for the account ${found.owner}, and not for ${signer}, which signs. It counts where that account is a contract that takes this signature.`;
  return [care(text, { field: found.name, basis: 'ERC-1271' })];
}

/** About an order that names a receiver and no maker, so that the account that signs is the maker. */
function receiverFindings(primaryType: string, message: readonly Row[], signer: string | null): Finding[] {
  if (signer === null || !ORDER.test(primaryType) || message.some(({ member }) => OWNER.test(member))) return [];
  const found = message.find(
    ({ member, type, value }) =>
      member === 'receiver' && type === 'address' && value !== ZERO_ADDRESS && value !== signer,
  );
  if (found === undefined) return [];
  const text = `The proceeds of the order go to ${found.value}, and not to ${signer}, which signs.`;
  return [danger(text, { field: found.name, ...EIP712 })];
}

/** Messages that have something paid out to a member of them. */
const PAYS_OUT = /withdraw|redeem|claim|unstake|exit|bridge|burn/i;

/** About what an application pays out to another account than the one that signs. */
function payoutFindings(primaryType: string, message: readonly Row[], signer: string | null): Finding[] {
  if (signer === null || !PAYS_OUT.test(primaryType)) return [];
  const found = message.flatMap(({ member, name, value }) => {
    const address = RECIPIENT.test(member) ? ethereumAddress.normalize(value) : null;
    return address === null || address === ZERO_ADDRESS || address === signer ? [] : [{ name, address }];
  })[0];
  if (found === undefined) return [];
  const text = `The payout goes to ${found.address}, and not to ${signer}, which signs.`;
  return [care(text, { field: found.name, ...EIP712 })];
}

/** Tokens by the names that their contracts give themselves, where a permit has no other name. */
const TOKEN_NAMES: Readonly<Record<string, string>> = {
  'USD Coin': 'USDC',
  'Tether USD': 'USDT',
  'Dai Stablecoin': 'DAI',
  'Wrapped Ether': 'WETH',
  'Wrapped BTC': 'WBTC',
  Uniswap: 'UNI',
  'Aave Token': 'AAVE',
  'ChainLink Token': 'LINK',
  'Lido DAO Token': 'LDO',
  'PayPal USD': 'PYUSD',
};

/** Findings about the application's name: letters that look like others, or a known token's name at another contract. */
export function nameFindings(application: string | undefined, chain: string | null, verifier?: string): Finding[] {
  if (application === undefined) return [];
  if (isLookalike(application))
    return [
      danger('The name of the application has letters that look like others, so that it can be taken for another.', {
        field: 'domain.name',
      }),
    ];
  const symbol = Object.hasOwn(TOKEN_NAMES, application) ? TOKEN_NAMES[application] : application;
  const named = chain === null ? [] : tokensOf(chain).filter((each) => each.symbol === symbol);
  const own = verifier === undefined ? null : tokenOf(chain, verifier);
  if (named.length === 0 || own?.symbol.startsWith(symbol ?? '') === true) return [];
  const but = verifier === undefined ? 'it names no contract' : 'its contract is not';
  const token = `the token ${symbol} that is known here on this chain`;
  const text = `It calls itself ${inQuotes(application)}, but ${but}${verifier === undefined ? `, and so not ${token}` : ` ${token}`}.`;
  return [care(text, { field: 'domain.name' })];
}
