/** Findings about typed data by the names of its members, and about its domain. */
import { chainOf, type DecodedField, type Finding } from '../../../shared/model/index.ts';
import { care, danger, row } from '../meaning.ts';
import type { EthereumChain } from '../transactions/ethereum/meaning.ts';
import type { Row } from './permits.ts';
import { DOMAIN_TYPE } from './typed-data/index.ts';

export const EIP712 = { basis: 'EIP-712' } as const;
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

/** Common member names for a recipient and an amount. */
const RECIPIENT = /^_?(?:to|recipient|receiver|dest|destination|beneficiary|payee|payTo|receiverAddress|toAddress)$/i;
const QUANTITY = /^_?(?:value|amount|amounts|wad|quantity|amountIn|amountOut|tokenAmount)$/i;
const MAXIMUM_GUESSED = 16;

/** Returns recipients and amounts of a message, each under its member's name. The token of an amount is unknown. */
export function guessedRows(message: readonly Row[]): DecodedField[] {
  return message
    .flatMap(({ member, name, type, value }) => {
      const label = name.slice('message.'.length);
      if (RECIPIENT.test(member)) return [row(`Recipient (${label})`, value, type === 'address' ? 'address' : 'text')];
      return QUANTITY.test(member) && /^(?:u?int\d*|string)$/.test(type)
        ? [row(`Amount (${label})`, `${value}, in units that are not known`, 'amount')]
        : [];
    })
    .slice(0, MAXIMUM_GUESSED);
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
  ];
}

export function domainFindings(rows: readonly Row[]): Finding[] {
  const names = new Set(rows.map(({ name }) => name));
  const missing = ['chainId', 'verifyingContract'].filter((name) => !names.has(`domain.${name}`));
  if (missing.length === 0) return [];
  const text = `The ${DOMAIN_TYPE} has no ${missing.join(' and no ')}, so the signature may be used in more than one place.`;
  // A contract can be at the same address on every chain.
  return [(missing.join() === 'chainId' ? danger : care)(text, EIP712)];
}

/** About a chain that the domain names and that is not known. */
export function chainFindings({ caip2 }: EthereumChain): Finding[] {
  if (caip2 === null || chainOf(caip2) !== null) return [];
  const text = `Chain ${caip2.slice('eip155:'.length)} is not known here, so no amount of its tokens is shown in units.`;
  return [care(text, { field: 'domain.chainId', ...EIP712 })];
}

function orderFindings(primaryType: string, message: readonly Row[]): Finding[] {
  const names = message.map(({ name }) => name);
  const has = (name: string) => names.some((each) => each.startsWith(`message.${name}`));
  if (!/order/i.test(primaryType) && !(has('offer') && has('consideration'))) return [];
  return [danger('This looks like an order: whoever holds the signature can settle it as the fields say.', EIP712)];
}

/** The account that acts by the message, as sessions and delegations name it. ERC-5805's delegatee only votes. */
const DELEGATE = /^(?:delegate|operator|agent|agentAddress|sessionKey|grantee)$/;

function delegateFindings(message: readonly Row[]): Finding[] {
  const found = message.find(
    ({ member, type, value }) => DELEGATE.test(member) && type === 'address' && value !== ZERO_ADDRESS,
  );
  if (found === undefined) return [];
  const text = `It gives ${found.value} power to act for the account, within no other limits than those among the fields.`;
  return [danger(text, { field: found.name, ...EIP712 })];
}

/** The account whose tokens or power a message is about, as standards and exchanges name the signer. */
const OWNER = /^(?:owner|holder|from|maker|offerer|swapper|authorizer|delegator)$/;

/** A message of another account counts where that account is a contract that takes this signature (ERC-1271). */
function ownerFindings(message: readonly Row[], signer: string | null): Finding[] {
  const isSigner = ({ type, value }: Row) => type === 'address' && value === signer;
  if (signer === null || message.some((each) => each.member === 'signer' && isSigner(each))) return [];
  const found = message.find(
    (each) => OWNER.test(each.member) && each.type === 'address' && each.value !== ZERO_ADDRESS && !isSigner(each),
  );
  if (found === undefined) return [];
  const text = `It is for the account ${found.value}, and not for ${signer}, which signs. It counts where that account is a contract that takes this signature.`;
  return [care(text, { field: found.name, basis: 'ERC-1271' })];
}

/** About an order that names a receiver and no maker, so that the account that signs is the maker. */
function receiverFindings(primaryType: string, message: readonly Row[], signer: string | null): Finding[] {
  if (signer === null || !/order/i.test(primaryType) || message.some(({ member }) => OWNER.test(member))) return [];
  const found = message.find(
    ({ member, type, value }) =>
      member === 'receiver' && type === 'address' && value !== ZERO_ADDRESS && value !== signer,
  );
  if (found === undefined) return [];
  const text = `What the order is paid goes to ${found.value}, and not to ${signer}, which signs.`;
  return [danger(text, { field: found.name, ...EIP712 })];
}

/** Letters of another script look like Latin ones. */
export function nameFindings(application: string | undefined): Finding[] {
  if (!/\p{Script=Latin}/u.test(application ?? '') || !/\p{Script=Cyrillic}|\p{Script=Greek}/u.test(application ?? ''))
    return [];
  return [
    danger('The name of the application mixes letters of several scripts, to look like another.', {
      field: 'domain.name',
    }),
  ];
}
