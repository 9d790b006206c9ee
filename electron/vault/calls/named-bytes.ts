/**
 * Bytes whose form their names say: the withdrawal credentials of validators, and scripts of Bitcoin outputs. They name
 * the recipient of a stake or of a redemption.
 */
import { type DecodedField, type Finding, isTestNetwork } from '../../../shared/model/index.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import { type AbiArgument, type ContractCall, care, danger, recipientOfScript, row } from '../../crypto/index.ts';
import { isList, membersOf } from './descriptors/paths.ts';

const CREDENTIALS = /withdrawal_?(?:cred|credential)s?$/i;
const SCRIPT = /(?:output_?script|script_?pub_?key|redeemer_?script)$/i;
const CREDENTIAL_BYTES = 32;
/** The first byte of credentials: a key that must be replaced first, an address, an address of a compounding validator. */
const [BLS, ADDRESS, COMPOUNDING] = [0, 1, 2];
const ADDRESS_AT = 12;
/** A script of up to this length has its length in one byte before it, where a contract asks for that. */
const LONGEST_SCRIPT = 252;

/** Returns the 20 bytes of the address that can withdraw. Null for credentials of another form. */
export function withdrawerIn(credentials: Uint8Array): Uint8Array | null {
  const isAddress = credentials[0] === ADDRESS || credentials[0] === COMPOUNDING;
  const isPadded = credentials.subarray(1, ADDRESS_AT).every((byte) => byte === 0);
  return credentials.length === CREDENTIAL_BYTES && isAddress && isPadded ? credentials.subarray(ADDRESS_AT) : null;
}

/** Returns the warning of credentials that name no address. Null for those that do. */
export function credentialsWarning(credentials: Uint8Array): string | null {
  const isEmpty = credentials.subarray(1).every((byte) => byte === 0);
  if (isEmpty || (withdrawerIn(credentials) === null && credentials[0] !== BLS))
    return 'Nobody can withdraw what is staked: the credentials name no account.';
  return withdrawerIn(credentials) === null
    ? 'The stake can be withdrawn only once the holder of another key names an address.'
    : null;
}

/**
 * Returns the warning of credentials that name another account than the one that makes the call. Null for its own, and
 * where that account is not known.
 */
export function strangerWarning(withdrawer: string, from: string | null | undefined): string | null {
  if (from === null || from === undefined || withdrawer.toLowerCase() === from.toLowerCase()) return null;
  return `${withdrawer} can withdraw what is staked, and not ${from}, which makes the call.`;
}

/** The recipients in bytes with such a name. */
export interface NamedBytes {
  readonly rows: readonly DecodedField[];
  readonly findings: readonly Finding[];
  /** The names of the bytes that the rows explain. */
  readonly explained: ReadonlySet<string>;
}

interface Place {
  readonly call: Pick<ContractCall, 'field' | 'chain' | 'from' | 'address'>;
  readonly mark: string;
  readonly basis: string;
}

/** Reads the bytes of a call or a message whose names say their form, also in lists and tuples. */
export function readNamedBytes(values: readonly AbiArgument[], { call, mark, basis }: Place): NamedBytes {
  const rows = new Map<string, DecodedField>();
  const findings = new Map<string, Finding>();
  const explained = new Set<string>();
  const add = (each: DecodedField) => rows.set(`${each.name} ${each.value}`, each);
  const warn = (text: string, path: string, isBlind = false) => {
    const from = { field: `${call.field}.${path}`, basis };
    if (!findings.has(text)) findings.set(text, danger(text, isBlind ? { ...from, mark } : from));
  };
  const name = (withdrawer: string, path: string) => {
    add(row('May withdraw', withdrawer, 'address'));
    const warning = strangerWarning(withdrawer, call.from);
    if (warning !== null) findings.set(warning, care(warning, { field: `${call.field}.${path}`, basis }));
  };
  const look = (argument: AbiArgument, path: string, called: string) => {
    const { value } = argument;
    if (Array.isArray(value)) {
      const isItems = isList(argument);
      for (const member of membersOf(argument))
        look(member, isItems ? `${path}[${member.name}]` : `${path}.${member.name}`, isItems ? called : member.name);
      return;
    }
    if (!(value instanceof Uint8Array) || value.length === 0) return;
    if (CREDENTIALS.test(called)) {
      explained.add(path);
      for (const credentials of partsOf(value)) {
        const address = withdrawerIn(credentials);
        const warning = credentialsWarning(credentials);
        if (credentials.length !== CREDENTIAL_BYTES)
          warn(`${path} has credentials that are not ${CREDENTIAL_BYTES} bytes long.`, path, true);
        else if (warning !== null) warn(warning, path);
        else if (address !== null) name(call.address(address), path);
      }
    } else if (SCRIPT.test(called)) {
      explained.add(path);
      const recipient = recipientIn(value, call.chain);
      if (recipient !== null) add(row('Bitcoin recipient', recipient, 'address'));
      else warn(`${path} is no script of a Bitcoin address: who gets the coins is unknown.`, path, true);
    }
  };
  for (const value of values) look(value, value.name, value.name);
  return { rows: [...rows.values()], findings: [...findings.values()], explained };
}

/** Credentials of several validators stand behind each other. */
function partsOf(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / CREDENTIAL_BYTES);
  const parts = Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * CREDENTIAL_BYTES, (index + 1) * CREDENTIAL_BYTES),
  );
  // Most validators of a list have the same credentials, so each is read once.
  return [...new Map(parts.map((part) => [hexEncode(part), part])).values()];
}

/** The Bitcoin address of a script, also of one with its length before it. Null for a script without an address. */
function recipientIn(script: Uint8Array, chain: string | null): string | null {
  const network = isTestNetwork(chain ?? '') ? 'TESTNET' : 'MAINNET';
  const isPrefixed = script.length <= LONGEST_SCRIPT + 1 && script[0] === script.length - 1;
  return recipientOfScript(script, network) ?? (isPrefixed ? recipientOfScript(script.subarray(1), network) : null);
}
