/** Bytes after the arguments of a call. The function ignores them, but other code of the contract can read them. */
import { type ByteRange, type DecodedField, ellipsized, type Finding, inQuotes } from '../../../shared/model/index.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import { type ContractCall, care, danger, information, lastDigits } from '../../crypto/index.ts';
import { type Attribution, readAttribution } from './attribution.ts';

const ADDRESS_BYTES = 20;
const ATTRIBUTION = 'ERC-8021';
const FORWARDER = 'ERC-2771';
/** The most codes in a sentence, and the most characters of each. The field has all. */
const LISTED = 4;
const MAXIMUM_CODE = 64;

export interface Tail {
  readonly fields: readonly DecodedField[];
  readonly findings: readonly Finding[];
  /** The range of the bytes in the data that no attribution explains. Absent when there are none. */
  readonly unread?: ByteRange;
}

/**
 * Describes the bytes behind the arguments: an attribution by its codes, the rest by its length.
 * Choice (call-tail): a call stays described when its data begins with the canonical encoding, and is blind. Its last 20 bytes are
 * shown as a sender that a forwarder can append (ERC-2771), with danger inside another call.
 * @param isInside True for a call that another call makes.
 */
export function describeTail(call: ContractCall, tail: Uint8Array, isInside: boolean): Tail {
  if (tail.length === 0) return { fields: [], findings: [] };
  const field = `${call.field}.unread`;
  const attribution = readAttribution(tail);
  const extra = tail.length - (attribution?.length ?? 0);
  const sender = attribution === null ? senderOf(call, tail) : null;
  const start = call.data.length - tail.length;
  return {
    ...(extra === 0 ? {} : { unread: { start, end: start + extra } }),
    fields: [
      { name: field, value: `0x${hexEncode(tail)}`, kind: 'bytes' },
      ...(attribution === null ? [] : attributionFields(call, attribution)),
      ...(sender === null ? [] : [{ name: `${call.field}.appendedSender`, value: sender, kind: 'address' } as const]),
    ],
    findings: [
      ...(extra === 0
        ? []
        : [
            danger(
              `${extra} ${extra === 1 ? 'byte follows' : 'bytes follow'} the arguments in ${call.field}. The function does not read ${extra === 1 ? 'it' : 'them'}. Other code of the contract can.`,
              { field, mark: lastDigits(hexEncode(tail.subarray(0, extra))) },
            ),
          ]),
      ...(sender === null ? [] : [senderFinding(sender, isInside, call)]),
      ...(attribution === null
        ? []
        : [
            attributionFinding(
              call,
              `The function does not read the last ${attribution.length} bytes of ${call.field}: an ERC-8021 attribution to ${named(attribution)}.`,
            ),
          ]),
    ],
  };
}

/** Findings about an attribution at the end of undecoded data. */
export function attributionFindings(call: ContractCall): readonly Finding[] {
  const found = readAttribution(call.data);
  if (found === null) return [];
  const text = `The last ${found.length} bytes of ${call.field} have the form of an ERC-8021 attribution to ${named(found)}.`;
  return [attributionFinding(call, text)];
}

function attributionFinding({ field }: ContractCall, text: string): Finding {
  return information(`${text} Anybody can write any code.`, { field, basis: ATTRIBUTION });
}

/** The codes as a sentence has them. */
function named({ codes, registries }: Attribution): string {
  const listed = codes.slice(0, LISTED).map((code) => inQuotes(ellipsized(code, MAXIMUM_CODE)));
  const more = codes.length > LISTED ? ` and ${codes.length - LISTED} more` : '';
  const registry = registries.length === 0 ? '' : `, by the registry ${registries.join(' and ')}`;
  return `${listed.join(', ')}${more}${registry}`;
}

function attributionFields({ field }: ContractCall, { codes, registries }: Attribution): DecodedField[] {
  return [
    { name: `${field}.attribution`, value: codes.join(', '), kind: 'text' },
    ...registries.map(
      (registry): DecodedField => ({ name: `${field}.attributionRegistry`, value: registry, kind: 'text' }),
    ),
  ];
}

/** The last 20 bytes as an address, in the chain's spelling. Null when there are fewer, or all are zero. */
function senderOf(call: ContractCall, tail: Uint8Array): string | null {
  const last = tail.subarray(-ADDRESS_BYTES);
  if (last.length < ADDRESS_BYTES || last.every((byte) => byte === 0)) return null;
  return call.address(last);
}

/** A call inside another one can reach the contract from a forwarder, so that the appended sender counts. */
function senderFinding(sender: string, isInside: boolean, { field }: ContractCall): Finding {
  return (isInside ? danger : care)(
    `The last 20 bytes of ${field} can stand for another sender: a contract that takes its caller for an ERC-2771 forwarder acts for ${sender}.`,
    { field: `${field}.unread`, basis: FORWARDER },
  );
}
