/**
 * What a call of a contract does: by the standards of contracts, and by what the contract says of itself. A function that
 * only a standard has is told by the standard, whoever describes it. Nothing is guessed: an unknown function is said to be one.
 */
import type { DecodedField, Finding } from '../../../shared/model/index.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import { type ContractCall, care, danger, SELECTOR_BYTES, type TypedMessage, tokenOf } from '../../crypto/index.ts';
import { readByDescriptor, readMessage } from './by-descriptor.ts';
import { readByStandard } from './by-standard.ts';
import { type Interfaces, NO_INTERFACES } from './interfaces.ts';
import { markOf, tokenChain } from './reading.ts';

export interface Explained {
  /** Sentences without their full stops. */
  readonly steps: readonly string[];
  /** Whom it is about, and what moves. */
  readonly summary: readonly DecodedField[];
  /** The function and its arguments, by their names after the field's. */
  readonly fields: readonly DecodedField[];
  readonly findings: readonly Finding[];
}

/** Calls in calls: more of either are said, not followed. */
const MAXIMUM_DEPTH = 5;
const MAXIMUM_CALLS = 64;
/** Choice (call-size): bytes of calls that are read in all, twice what nodes of Ethereum relay; decoding takes 0.6 ms for each 1,000. */
const MAXIMUM_BYTES = 256 * 1024;

/** What the call does; what cannot be told is its own step, with a finding that says so. */
export function explainCall(call: ContractCall, interfaces = NO_INTERFACES): Explained {
  return explain(call, { interfaces, depth: 0, left: { calls: MAXIMUM_CALLS, bytes: MAXIMUM_BYTES } });
}

/** What a message of typed data means. */
export function explainMessage(message: TypedMessage, interfaces = NO_INTERFACES): Explained {
  const { reading, findings } = readMessage(message, interfaces);
  return {
    steps: [reading?.sentence ?? message.sentence],
    summary: reading?.summary ?? [],
    fields: [],
    findings: [...(reading?.findings ?? []), ...findings],
  };
}

interface Bounds {
  readonly interfaces: Interfaces;
  readonly depth: number;
  readonly left: { calls: number; bytes: number };
}

function explain(call: ContractCall, bounds: Bounds): Explained {
  if (call.data.length === 0) return plain(call);
  bounds.left.bytes -= call.data.length;
  const isRead = bounds.left.bytes >= 0;
  const standard = isRead ? readByStandard(call) : null;
  const described =
    isRead && (standard === null || standard.isShared) ? readByDescriptor(call, bounds.interfaces) : null;
  const reading = described?.reading ?? standard;
  const findings = [
    ...(reading?.findings ?? undecoded(call)),
    ...(described?.findings ?? []),
    ...(reading === null || reading.coins === 'not expected' ? tokenFindings(call) : []),
  ];
  if (reading === null)
    return {
      steps: [`Call ${call.to}${sent(call, ' with')}: what that does is not known`],
      summary: [],
      fields: [],
      findings,
    };
  const inner = reading.calls.map((each) => {
    bounds.left.calls -= 1;
    if (bounds.depth < MAXIMUM_DEPTH && bounds.left.calls >= 0)
      return explain(each, { ...bounds, depth: bounds.depth + 1 });
    return {
      steps: [`Make a call of ${each.to} that is not shown`],
      summary: [],
      fields: [],
      findings: [
        danger('It makes more calls, or calls nested deeper, than are read here.', {
          field: each.field,
          mark: markOf(each),
        }),
      ],
    };
  });
  const said = reading.coins === 'told' ? reading.sentence : `${reading.sentence}${sent(call, ', with')}`;
  return {
    steps: inner.length === 0 ? [said] : [`${said}: ${inner.flatMap(({ steps }) => steps).join('; ')}`],
    summary: reading.summary,
    fields: [...reading.fields, ...inner.flatMap(({ fields }) => fields)],
    findings: [...findings, ...inner.flatMap((each) => each.findings)],
  };
}

function plain(call: ContractCall): Explained {
  const { to, value, amount } = call;
  return {
    steps: [`Send ${value === 0n ? 'nothing' : amount(value)} to ${to}`],
    summary: [],
    fields: [],
    findings: tokenFindings(call),
  };
}

/** What goes with a call, after a word; nothing for nothing. */
function sent({ value, amount }: ContractCall, word: string): string {
  return value === 0n ? '' : `${word} ${amount(value)}`;
}

function undecoded(call: ContractCall): Finding[] {
  const { data, field } = call;
  const selector =
    data.length < SELECTOR_BYTES ? '' : `, for the function 0x${hexEncode(data.subarray(0, SELECTOR_BYTES))}`;
  return [
    danger(
      `${field} is not decoded: ${data.length} ${data.length === 1 ? 'byte' : 'bytes'}${selector}. What the contract does with it is not known.`,
      { field, mark: markOf(call) },
    ),
  ];
}

/** Coins that go to a token that takes none are lost. */
function tokenFindings(call: ContractCall): Finding[] {
  const { value, amount, to, field } = call;
  if (value === 0n || tokenOf(tokenChain(call), to) === null) return [];
  return [care(`${amount(value)} goes to the contract of a token.`, { field })];
}
