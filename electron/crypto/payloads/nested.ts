/**
 * Wrappers of typed data by which an account that is a contract verifies a signature of other contents (ERC-7739). Only
 * the exact shapes of the standard are unwrapped.
 */
import { type DecodedField, type Finding, inQuotes } from '../../../shared/model/index.ts';
import { hexDecode } from '../../../shared/wire/index.ts';
import { type AbiArgument, type ContentMeaning, danger, forAccount, row } from '../meaning.ts';
import { readPersonal } from './forms/ethereum.ts';
import type { PayloadAround } from './forms/form.ts';
import type { Row } from './permits.ts';
import { quoted } from './quoted.ts';
import { isText } from './stand-ins.ts';
import { DOMAIN_MEMBERS, type HashedTypedData } from './typed-data/index.ts';
import type { StructTypes } from './typed-data/types.ts';

const BASIS = 'ERC-7739';
const WRAPPER = 'TypedDataSign';
const CONTENTS = 'contents';
const PERSONAL = 'PersonalSign';
const PREFIXED = 'prefixed';
const SAFE_MESSAGE = 'SafeMessage(bytes message)';
const NOBODY = `0x${'0'.repeat(40)}`;
const NO_SALT = `0x${'0'.repeat(64)}`;

/** A description without what belongs to the typed data around it. */
export type NestedMeaning = Pick<ContentMeaning, 'title' | 'steps' | 'summary' | 'fields' | 'findings'>;

interface Given {
  readonly hashed: HashedTypedData;
  /** The values of the message, by their whole names. */
  readonly message: readonly Row[];
  readonly values: readonly AbiArgument[];
  /** The chain of the domain, if it names one. */
  readonly chainId: string | undefined;
  /** The mark for contents that cannot be judged. */
  readonly mark: string;
}

/** The struct that says what is signed: the message itself, or the contents of a wrapper. */
export interface Contents {
  readonly type: string;
  /** Its values, named as if it were the message itself. */
  readonly rows: readonly Row[];
  readonly values: readonly AbiArgument[];
  /** The name of the struct in the payload. */
  readonly field: string;
  /** The name of a field in the payload, by its name as if the struct were the message itself. */
  readonly fieldOf: (name: string | null) => string | null;
  /** The contract that verifies the signature. Null when the signer is the account. */
  readonly account: string | null;
  readonly summary: readonly DecodedField[];
  readonly findings: readonly Finding[];
}

export function contentsOf({ hashed, message, values, chainId, mark }: Given): Contents {
  const type = wrappedType(hashed.types, hashed.primaryType);
  if (type === null)
    return {
      type: hashed.primaryType,
      rows: message,
      values,
      field: 'message',
      fieldOf: (name) => name,
      account: null,
      summary: [],
      findings: [],
    };
  const field = `message.${CONTENTS}`;
  const textOf = (name: string) => message.find((each) => each.name === `message.${name}`)?.value ?? '';
  const inner = values.find(({ name }) => name === CONTENTS)?.value;
  const [account, salt] = [textOf('verifyingContract'), textOf('salt')];
  return {
    type,
    rows: message
      .filter(({ name }) => name.startsWith(`${field}.`))
      .map((each) => ({ ...each, name: `message${each.name.slice(field.length)}` })),
    values: Array.isArray(inner) ? inner : [],
    field,
    fieldOf: (name) => name?.replace(/^message/, field) ?? null,
    account,
    summary: [
      row('Account', account, 'address'),
      row('Kind of account', `${inQuotes(textOf('name'))}, version ${inQuotes(textOf('version'))}`),
      ...(salt === NO_SALT ? [] : [row('Salt of the account', salt, 'hash')]),
    ],
    findings: [
      ...(account !== NOBODY
        ? []
        : [
            danger(`The wrapper names no account: a signature for the zero address is of no account that is known.`, {
              field: 'message.verifyingContract',
              basis: BASIS,
              mark,
            }),
          ]),
      ...(textOf('chainId') === chainId
        ? []
        : [
            danger(
              `The account is on chain ${textOf('chainId')}, and the contents are for ${chainId === undefined ? 'no chain in particular' : `chain ${chainId}`}.`,
              { field: 'message.chainId', basis: BASIS, mark },
            ),
          ]),
    ],
  };
}

/** The struct in a wrapper, whose other members are those of a whole domain in their order. Null for another type. */
function wrappedType(types: StructTypes, primaryType: string): string | null {
  const [contents, ...account] = types.members(primaryType) ?? [];
  const isWrapper =
    primaryType === WRAPPER &&
    contents?.name === CONTENTS &&
    account.length === DOMAIN_MEMBERS.length &&
    DOMAIN_MEMBERS.every(({ name, type }, index) => account[index]?.name === name && account[index]?.text === type);
  return isWrapper && contents.type.kind === 'struct' ? contents.type.name : null;
}

/**
 * Describes a personal message in a wrapper whose domain is that of the account. Returns null for another type, and for
 * bytes that are no personal message.
 */
export function describePersonal(
  { hashed, message }: Pick<Given, 'hashed' | 'message'>,
  account: string,
  { atMs = null }: PayloadAround,
): NestedMeaning | null {
  if (hashed.types.encoded(hashed.primaryType) === SAFE_MESSAGE) return describeSafeMessage(message, account, atMs);
  const [member, more] = hashed.types.members(hashed.primaryType) ?? [];
  const isWrapper = hashed.primaryType === PERSONAL && member?.name === PREFIXED && member.text === 'bytes';
  const [prefixed] = message;
  if (!isWrapper || more !== undefined || prefixed === undefined) return null;
  const described = readPersonal(hexDecode(prefixed.value.slice(2)), { signWith: account, atMs });
  return described === null ? null : ofAccount(`${described.title} in ${PERSONAL}`, described, account);
}

/** Describes a text that a Safe signs, as the same text in a personal message. Returns null for a hash and for other bytes. */
function describeSafeMessage([message]: readonly Row[], account: string, atMs: number | null): NestedMeaning | null {
  const bytes = hexDecode((message?.value ?? '').slice(2));
  const around = { signWith: account, atMs };
  if (bytes.length > 0 && isText(bytes))
    return ofAccount('SafeMessage', quoted('message', bytes, { start: 0, around }), account);
  const described = readPersonal(bytes, around);
  return described === null ? null : ofAccount(`${described.title} in SafeMessage`, described, account);
}

function ofAccount(title: string, described: Omit<ContentMeaning, 'title'>, account: string): NestedMeaning {
  return {
    title,
    steps: described.steps.map((step) => (typeof step === 'string' ? forAccount(account, step) : step)),
    summary: described.summary.map((each) => (each.name === 'From' ? { ...each, name: 'Account' } : each)),
    // Ranges would be those of the message, and not of the payload.
    fields: described.fields.map(({ name, value, kind }) => ({ name, value, kind })),
    findings: described.findings,
  };
}
