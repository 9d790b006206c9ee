/** The values of a call or a message that a descriptor does not speak of. */
import { type JsonObject, ownMember } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import type { AbiArgument } from '../../../crypto/index.ts';
import { movesValue, rawText } from './formats.ts';
import { type Found, leaves } from './paths.ts';

/** Every single value, with its whole name. */
const allLeaves = (values: readonly AbiArgument[]) =>
  values.flatMap((argument) => leaves({ argument, name: argument.name, items: [], source: argument }));

/** The values that a descriptor neither shows whole nor says it leaves out, by their names. */
export function unclaimedIn(
  values: readonly AbiArgument[],
  { claimed, leftOut }: { readonly claimed: ReadonlySet<AbiArgument>; readonly leftOut: ReadonlySet<AbiArgument> },
): string[] {
  return allLeaves(values)
    .filter(({ argument }) => !claimed.has(argument) && !leftOut.has(argument))
    .map(({ name }) => name);
}

/** Members that change how a call is made: a delegate call runs foreign code as the account. */
const CHANGES_CALL = /^_?(?:operation|op|kind|mode|callType|txType|type|isDelegate(?:call)?|delegate(?:call)?)$/i;

/** The value that changes how a call inside is made, by its name; null for none. */
export function changeIn(values: readonly AbiArgument[]): string | null {
  const found = allLeaves(values).find(
    ({ argument, name }) =>
      CHANGES_CALL.test(lastNameOf(name)) && !['0', 'false', '0x', ''].includes(rawText(argument)),
  );
  return found?.name ?? null;
}

/** The values that can be worth something and that are not among those that were seen, by their names. */
export function hiddenIn(
  values: readonly AbiArgument[],
  seen: ReadonlySet<AbiArgument>,
  isReviewed: boolean,
): string[] {
  return allLeaves(values)
    .filter(
      ({ argument, name }) => !seen.has(argument) && movesValue({ ...argument, name: lastNameOf(name) }, isReviewed),
    )
    .map(({ name }) => (name === '' ? 'an argument without a name' : name));
}

/** `signatures` of `batch.signatures[0]`. */
const lastNameOf = (path: string) => path.replace(/(?:\[\d+\])+$/, '').replace(/^.*\./, '');

/** Bytes that prove who signed, or that are a key. They have no effect of their own. */
const PROOF = /(?:signatures?|sigs?|proofs?|pub_?keys?|publicKeys?|permit)(?:\[\d+\])*$/i;

/** Returns true for bytes of any length that are shown whole: for another contract, or a script. */
export function isOpaque({ argument, source, name }: Found): boolean {
  const { type, value } = argument;
  return (
    argument === source && type === 'bytes' && value instanceof Uint8Array && value.length > 0 && !PROOF.test(name)
  );
}

const ADDRESS_BITS = 160n;

/** Returns false for a part of a value, and for a number whose upper bits do not fit the address that is shown. */
export function isShownWhole({ argument, source }: Found, field: JsonObject = {}): boolean {
  const isAddress = ['addressName', 'tokenTicker'].includes(String(ownMember(field, 'format')));
  if (argument !== source) return argument.value instanceof Uint8Array && source.value === numberOf(argument.value);
  return !(isAddress && typeof argument.value === 'bigint' && argument.value >> ADDRESS_BITS > 0n);
}

const numberOf = (bytes: Uint8Array) => BigInt(`0x0${hexEncode(bytes)}`);
