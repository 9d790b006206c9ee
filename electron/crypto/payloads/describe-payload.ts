/** Describes a structured payload for the operator's confirmation. The rows come from the same walk that hashes. */
import {
  type ByteRange,
  chainOf,
  type DecodedField,
  type Finding,
  type PathStep,
  type PayloadEncoding,
} from '../../../shared/model/index.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import { ethereum as ethereumAddress } from '../addresses/ethereum.ts';
import {
  type ContentMeaning,
  care,
  danger,
  information,
  lastDigits,
  placed,
  row,
  solidityKind,
  type TypedMessage,
} from '../meaning.ts';
import { addressText } from '../transactions/ethereum/fields.ts';
import { type EthereumChain, ethereumChain } from '../transactions/ethereum/meaning.ts';
import { authorizationDigest, readAuthorization } from './eip7702-authorization.ts';
import type { PayloadAround } from './forms/form.ts';
import { describeBytes, describeText } from './messages.ts';
import { isUnlimited, type Row, readPermit } from './permits.ts';
import { payloadBytes, requirePayloadLength } from './raw-payload.ts';
import { DOMAIN_TYPE, formatPath, hashTypedData } from './typed-data/index.ts';
import { createTree } from './typed-data/tree.ts';

const MAXIMUM_IGNORED = 8;
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

/**
 * Describes a payload. Returns null for bytes of no known form. Ranges are in the UTF-8 of a text, and in the bytes
 * that hexadecimal digits spell. Throws a `Refusal` for a payload that could not be signed either.
 */
export function describePayload(
  encoding: PayloadEncoding,
  payload: string,
  around: PayloadAround = {},
): ContentMeaning | null {
  requirePayloadLength(payload);
  if (encoding === 'PAYLOAD_ENCODING_EIP712') return signedBy(around, describeTypedData(payload, around));
  if (encoding === 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION') return signedBy(around, describeAuthorization(payload));
  const bytes = payloadBytes(encoding, payload);
  return encoding === 'PAYLOAD_ENCODING_TEXT_UTF8' ? describeText(bytes, around) : describeBytes(bytes, around);
}

function signedBy({ signWith }: PayloadAround, told: ContentMeaning): ContentMeaning {
  const from = ethereumAddress.normalize(signWith ?? '');
  return from === null ? told : { ...told, summary: [row('From', from, 'address'), ...told.summary] };
}

interface PlacedRow extends Row {
  readonly range: ByteRange | undefined;
}

function describeTypedData(payload: string, { signWith }: PayloadAround): ContentMeaning {
  const rows: PlacedRow[] = [];
  const ignored: string[] = [];
  const tree = createTree();
  const places = createPlaces();
  const { primaryType, encodedType, digest, isDomainDerived, isDomainStandard } = hashTypedData(payload, {
    place: places.add,
    value(path, type, value) {
      tree.add(path, type, value);
      const member = path.findLast((step) => typeof step === 'string') ?? '';
      rows.push({ member: String(member), name: formatPath(path), type, value, range: places.take(path) });
    },
    ignored(path, name) {
      if (ignored.length < MAXIMUM_IGNORED) ignored.push(formatPath([...path, name.slice(0, 64)]));
    },
  });
  const isDomain = ({ name }: Row) => name.startsWith('domain');
  const message = rows.filter((each) => !isDomain(each));
  const ofDomain = rows.filter(isDomain);
  const domain = new Map(ofDomain.map(({ name, value }) => [name.slice('domain.'.length), value]));
  const typedAs = (name: string, type: string) =>
    ofDomain.find((each) => each.name === `domain.${name}` && each.type === type)?.value;
  const [application, version, salt] = ['name', 'version', 'salt'].map((name) => domain.get(name));
  // A member with another type is outside the standard, so its value is neither a chain nor a contract.
  const [verifier, chainId] = [typedAs('verifyingContract', 'address'), typedAs('chainId', 'uint256')];
  const chain = ethereumChain(chainId === undefined ? null : BigInt(chainId));
  const step: TypedMessage = {
    family: 'eip712',
    chain: chain.caip2,
    to: verifier ?? null,
    value: null,
    domain,
    isDomainStandard,
    primaryType,
    type: encodedType,
    values: tree.under('message'),
    digest: hexEncode(digest),
    permit: readPermit(message, { chain: chain.caip2, verifyingContract: verifier }),
    guessed: guessedRows(message),
    amount: chain.amount,
    address: addressText,
  };
  const primary = {
    name: 'primaryType',
    value: primaryType,
    kind: 'text',
    ...placed(places.take(['primaryType'])),
  } as const;
  return {
    title: `EIP-712 typed data: ${primaryType}`,
    unexplained: places.left(),
    steps: [step],
    summary: [
      ...(application === undefined ? [] : [row('Application', application)]),
      ...(version === undefined ? [] : [row('Version', version)]),
      ...(verifier === undefined ? [] : [row('Contract', verifier, 'address')]),
      row('Chain', chain.name),
      ...(salt === undefined ? [] : [row('Salt', salt, 'hash')]),
    ],
    fields: [
      ...ofDomain.map(field),
      primary,
      ...message.map(field),
      { name: 'digest', value: `0x${hexEncode(digest)}`, kind: 'hash' },
    ],
    findings: [
      ...orderFindings(primaryType, message),
      ...delegateFindings(message),
      ...ownerFindings(message, ethereumAddress.normalize(signWith ?? '')),
      ...nameFindings(application),
      ...receiverFindings(primaryType, message, ethereumAddress.normalize(signWith ?? '')),
      ...domainFindings(rows),
      ...chainFindings(chain),
      ...(isDomainDerived
        ? [
            information(
              `The types declare no ${DOMAIN_TYPE}, so it was derived from the members of the domain.`,
              EIP712,
            ),
          ]
        : []),
      ...(ignored.length === 0
        ? []
        : [
            danger(`Not part of what is signed, because no type declares it: ${ignored.join(', ')}.`, {
              ...EIP712,
              mark: lastDigits(step.digest),
            }),
          ]),
    ],
  };
}

/** Common member names for a recipient and an amount. */
const RECIPIENT = /^_?(?:to|recipient|receiver|dest|destination|beneficiary|payee|payTo|receiverAddress|toAddress)$/i;
const QUANTITY = /^_?(?:value|amount|amounts|wad|quantity|amountIn|amountOut|tokenAmount)$/i;
const MAXIMUM_GUESSED = 16;

/** Returns recipients and amounts of a message, each under its member's name. The token of an amount is unknown. */
function guessedRows(message: readonly Row[]): DecodedField[] {
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

const EIP712 = { basis: 'EIP-712' } as const;

/** Collects the ranges of values. A range that is neither taken nor a declaration of types stays unexplained. */
function createPlaces() {
  const places = new Map<string, ByteRange>();
  // A name that no type can have could hold the line feed. The number of steps separates such a path from all others.
  const keyOf = (path: readonly PathStep[]) => `${path.length}\n${path.join('\n')}`;
  return {
    add(path: readonly PathStep[], range: ByteRange) {
      if (path[0] !== 'types') places.set(keyOf(path), range);
    },
    take(path: readonly PathStep[]): ByteRange | undefined {
      const key = keyOf(path);
      const range = places.get(key);
      places.delete(key);
      return range;
    },
    left: () => [...places.values()],
  };
}

function domainFindings(rows: readonly Row[]): Finding[] {
  const names = new Set(rows.map(({ name }) => name));
  const missing = ['chainId', 'verifyingContract'].filter((name) => !names.has(`domain.${name}`));
  if (missing.length === 0) return [];
  const text = `The ${DOMAIN_TYPE} has no ${missing.join(' and no ')}, so the signature may be used in more than one place.`;
  // A contract can be at the same address on every chain.
  return [(missing.join() === 'chainId' ? danger : care)(text, EIP712)];
}

/** About a chain that the domain names and that is not known. */
function chainFindings({ caip2 }: EthereumChain): Finding[] {
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
function nameFindings(application: string | undefined): Finding[] {
  if (!/\p{Script=Latin}/u.test(application ?? '') || !/\p{Script=Cyrillic}|\p{Script=Greek}/u.test(application ?? ''))
    return [];
  return [
    danger('The name of the application mixes letters of several scripts, to look like another.', {
      field: 'domain.name',
    }),
  ];
}

function field(found: PlacedRow): DecodedField {
  const isMaximum = found.type !== 'bool' && isUnlimited(found);
  return {
    name: found.name,
    value: isMaximum ? `${found.value} (unlimited)` : found.value,
    kind: solidityKind(found.type),
    ...placed(found.range),
  };
}

function describeAuthorization(payload: string): ContentMeaning {
  const ranges = new Map<string, ByteRange>();
  const authorization = readAuthorization(payload, (path, range) => ranges.set(formatPath(path), range));
  const at = (name: string) => placed(ranges.get(name));
  const { address, chainId, nonce } = authorization;
  const everyChain = chainId === 0;
  const clears = address === ZERO_ADDRESS;
  const from = { field: 'address', basis: 'EIP-7702' };
  const chain = everyChain ? 'every chain' : ethereumChain(BigInt(chainId)).name;
  return {
    title: 'EIP-7702 authorization',
    unexplained: [],
    steps: [
      clears
        ? `Take its code from the account, on ${chain}`
        : `Let the contract ${address} act for the account, on ${chain}`,
    ],
    summary: [
      ...(clears ? [] : [row('Contract', address, 'address')]),
      row('Chain', chain),
      row('Nonce', String(nonce)),
    ],
    fields: [
      { name: 'address', value: address, kind: 'address', ...at('address') },
      { name: 'chainId', value: everyChain ? '0 (every chain)' : String(chainId), kind: 'text', ...at('chainId') },
      { name: 'nonce', value: String(nonce), kind: 'text', ...at('nonce') },
      { name: 'digest', value: `0x${hexEncode(authorizationDigest(authorization))}`, kind: 'hash' },
    ],
    findings: [
      ...(everyChain
        ? [danger('Chain id 0: this authorization is valid on EVERY chain.', { ...from, field: 'chainId' })]
        : []),
      clears
        ? care('This takes the delegated code away from the account.', from)
        : danger(
            `The account will run the code at ${address}, which can move everything the account holds, until another authorization replaces it.`,
            from,
          ),
    ],
  };
}
