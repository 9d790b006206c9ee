/**
 * Explains calls and messages by their contracts' descriptors (ERC-7730). A descriptor that contradicts the bytes is
 * reported and not used.
 */
import { type DecodedField, type Finding, inQuotes, isJsonObject, ownMember } from '../../../shared/model/index.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import {
  type AbiArgument,
  type ContractCall,
  calledFunction,
  care,
  danger,
  information,
  lastDigits,
  row,
  SELECTOR_BYTES,
  type TypedMessage,
  tokenOf,
} from '../../crypto/index.ts';
import { type CallInside, type Described, describeBy } from './descriptors/describe.ts';
import { DescriptorFault } from './descriptors/fault.ts';
import { type Descriptor, formatsOf, functionsOf, objectIn, ownerOf, registered } from './descriptors/find.ts';
import { UNNAMED_TOKEN } from './descriptors/formats.ts';
import { REGISTRY_DATE } from './descriptors/registry.ts';
import { powerFindings } from './given-powers.ts';
import { type Interfaces, isOfMessages, type ReadInterface } from './interfaces.ts';
import { publicTakerFindings } from './known-contracts.ts';
import { lostFindings } from './lost.ts';
import { commonCallFindings, commonFindings } from './messages/common.ts';
import { restRows } from './messages/rest.ts';
import { type NamedBytes, readNamedBytes } from './named-bytes.ts';
import { namedAccountFindings } from './other-accounts.ts';
import { argumentsOf, type CallReading, callFields, markOf, type Reading } from './reading.ts';

export interface DescriptorReading<Of extends Reading = Reading> {
  /** Null when no descriptor fits. */
  readonly reading: Of | null;
  /** About descriptors that are of the contract and could not be used. */
  readonly findings: readonly Finding[];
}

const LISTED = 4;
const NO_DATA = new Uint8Array(0);
/** Explains a call by the first fitting descriptor of its contract. */
export function readByDescriptor(call: ContractCall, interfaces: Interfaces): DescriptorReading<CallReading> {
  const { chain, to, data } = call;
  if (call.family !== 'ethereum' || chain === null || data.length < SELECTOR_BYTES)
    return { reading: null, findings: [] };
  const own = interfaces(chain, to);
  const descriptors = [...registered('contract', chain, to), ...ofKind(own, false)];
  const described = firstOf(descriptors, (descriptor) => readCall(descriptor, { ...call, chain }));
  const findings = [...unusableFindings(own), ...described.findings];
  return { reading: described.reading ?? readByAbi(call, own), findings };
}

/** Explains a message by the first fitting descriptor of its verifying contract. */
export function readMessage(message: TypedMessage, interfaces: Interfaces): DescriptorReading {
  const { chain, to } = message;
  if (chain === null || to === null) return { reading: null, findings: [] };
  const own = interfaces(chain, to);
  const descriptors = [...registered('eip712', chain, to), ...ofKind(own, true)];
  const described = firstOf(descriptors, (descriptor) => readTyped(descriptor, { ...message, chain, to }));
  return { ...described, findings: [...unusableFindings(own), ...described.findings] };
}

/** Findings for the operator's interfaces of the contract that cannot explain anything. */
function unusableFindings(own: readonly ReadInterface[]): Finding[] {
  return own.flatMap((each) =>
    each.kind === 'unusable'
      ? [
          care(
            `${inQuotes(each.name)}, which you added for this contract, cannot be used, because it explains no function. Remove it.`,
          ),
        ]
      : [],
  );
}

/** The operator's descriptors, of messages or of calls. */
function ofKind(own: readonly ReadInterface[], messages: boolean): readonly Descriptor[] {
  return own.flatMap((each) =>
    each.kind === 'descriptor' && isOfMessages(each.descriptor.root) === messages ? [each.descriptor] : [],
  );
}

/** A function by the operator's ABI, which names it and its arguments but does not explain its effect. */
function readByAbi(call: ContractCall, own: readonly ReadInterface[]): CallReading | null {
  for (const each of own) {
    const called = each.kind === 'abi' ? calledFunction(each.abi, call.data) : undefined;
    const found = called === undefined ? null : argumentsOf(called, call);
    if (each.kind !== 'abi' || called === undefined || found === null) continue;
    const fields = callFields(called, found.values, call);
    return {
      tail: found.tail,
      sentence: `Call ${inQuotes(called.name)} of ${call.to}`,
      coins: 'not expected',
      summary: fields
        .slice(1, LISTED + 1)
        .map(({ name, value, kind }) => row(inQuotes(name.slice(call.field.length + 1)), value, kind)),
      fields,
      findings: [
        care('Explained by an ABI that you added. It names the function and its arguments, not their effect.', {
          field: call.field,
          basis: `your ABI: ${each.name}`,
        }),
      ],
      calls: [],
    };
  }
  return null;
}

function firstOf<Of extends Reading>(
  descriptors: readonly Descriptor[],
  read: (descriptor: Descriptor) => Of | null,
): DescriptorReading<Of> {
  const findings: Finding[] = [];
  for (const descriptor of descriptors) {
    try {
      const reading = read(descriptor);
      if (reading !== null) return { reading, findings };
    } catch (error) {
      if (!(error instanceof DescriptorFault)) throw error;
      findings.push(
        care(`The descriptor of this contract does not match and was not used: ${error.message}.`, {
          basis: basisOf(descriptor),
        }),
      );
    }
  }
  return { reading: null, findings };
}

const basisOf = ({ name, own }: Descriptor): string => (own ? `your descriptor: ${name}` : `ERC-7730: ${name}`);

/** Null for a function that the descriptor does not have. */
function readCall(descriptor: Descriptor, call: ContractCall & { readonly chain: string }): CallReading | null {
  const known = functionsOf(descriptor).get(hexEncode(call.data.subarray(0, SELECTOR_BYTES)));
  if (known === undefined) return null;
  const { called, format } = known;
  const found = argumentsOf(called, call);
  if (found === null) throw new DescriptorFault(`the data does not begin with an encoded call of ${called.name}`);
  const { values, tail } = found;
  const described = describeBy(descriptor, format, { values, container: call });
  const { sentence, rows, calls, showsValue } = described;
  const basis = basisOf(descriptor);
  const named = readNamedBytes(values, { call, mark: markOf(call), basis });
  return {
    sentence: `${sentence}, at ${ownerOf(descriptor)} ${call.to}`,
    coins: showsValue ? 'mentioned' : 'not expected',
    summary: [...rows, ...named.rows, ...restRows(values, described.claimed, call)],
    tail,
    fields: callFields(called, values, call),
    findings: [
      ...claimFindings(described, named, { field: call.field, mark: markOf(call), basis }),
      ...named.findings,
      ...(call.value === 0n || showsValue
        ? []
        : [
            danger(`The descriptor does not explain the ${call.amount(call.value)} sent with the call.`, {
              field: call.field,
              mark: markOf(call),
              basis,
            }),
          ]),
      ...commonCallFindings(values, rows, { field: call.field, basis }),
      ...unnamedTokenFindings(rows, { field: call.field, basis }),
      ...receiverFindings(values, { ...described, call }),
      ...namedAccountFindings(call, { name: called.name, values, senders: described.senders, basis }),
      ...powerFindings(called.name, values, { call, mark: markOf(call), basis, isShown: isInner(calls) }),
      descriptorFinding('call', descriptor),
    ],
    calls: innerCalls(calls, call),
  };
}

/** About an amount of a token that nothing names: a pool or a path decides which one it is. */
function unnamedTokenFindings(
  rows: readonly DecodedField[],
  from: { readonly field: string; readonly basis: string },
): Finding[] {
  const found = rows.find(({ value }) => value.endsWith(UNNAMED_TOKEN));
  if (found === undefined) return [];
  // Words of an operator's descriptor have quotation marks already.
  const label = found.name.startsWith('“') ? found.name : inQuotes(found.name);
  return [danger(`The token of ${label} is not named: it can be a token that is worth nothing.`, from)];
}

/** Returns true for the data of an inner call, which is explained by itself. */
const isInner = (calls: readonly CallInside[]) => (value: AbiArgument) =>
  calls.some(({ data }) => data === value.value);

/** About receivers that nobody has the key of, and takers whose power is everybody's. Contracts read some as the account that sends the call. */
function receiverFindings(
  values: readonly AbiArgument[],
  { call, ...known }: Pick<Described, 'senders' | 'accounts'> & { readonly call: ContractCall },
): Finding[] {
  const moves = tokenOf(call.chain, call.to) === null ? 'named tokens' : 'own tokens';
  return [...lostFindings(call, { moves }, values, known), ...publicTakerFindings(call, values)].map((found) => ({
    ...found,
    field: `${call.field}.${found.field}`,
  }));
}

function innerCalls(
  calls: readonly CallInside[],
  around: Pick<ContractCall, 'family' | 'chain' | 'from' | 'to' | 'field' | 'amount' | 'address'>,
): ContractCall[] {
  const { family, chain, from, to, field, amount, address } = around;
  // A contract that calls itself does so with the data of its caller.
  const maker = (callee: string) => (callee.toLowerCase() === to.toLowerCase() ? from : to);
  return calls.map(({ name, ...each }) => {
    const by = maker(each.to);
    return {
      family,
      chain,
      amount,
      address,
      ...each,
      field: `${field}.${name}`,
      ...(by === undefined ? {} : { from: by }),
    };
  });
}

/** A message whose domain names a chain and a contract. */
type PlacedMessage = TypedMessage & { readonly chain: string; readonly to: string };

/** Null for a message that the descriptor does not have, or of another application at the same contract. */
function readTyped(descriptor: Descriptor, message: PlacedMessage): Reading | null {
  const format = ownMember(formatsOf(descriptor.root), message.type);
  const domain = objectIn(objectIn(objectIn(descriptor.root, 'context'), 'eip712'), 'domain');
  const isOther = Object.entries(domain).some(
    ([name, value]) => String(value).toLowerCase() !== message.domain.get(name)?.toLowerCase(),
  );
  if (!isJsonObject(format) || isOther) return null;
  const described = describeBy(descriptor, format, { values: message.values, container: message });
  const { sentence, rows, calls } = described;
  const around = { ...message, family: 'ethereum', value: 0n, data: NO_DATA } as const;
  const mark = lastDigits(message.digest);
  const named = readNamedBytes(message.values, { call: message, mark, basis: basisOf(descriptor) });
  return {
    sentence: `${sentence}, for ${ownerOf(descriptor)} ${message.to}`,
    coins: 'mentioned',
    summary: [...rows, ...named.rows, ...restRows(message.values, described.claimed, around)],
    fields: [],
    findings: [
      ...claimFindings(described, named, { field: message.field, mark, basis: basisOf(descriptor) }),
      ...named.findings,
      ...commonFindings(message, { mark, basis: basisOf(descriptor) }),
      ...unnamedTokenFindings(rows, { field: message.field, basis: basisOf(descriptor) }),
      ...receiverFindings(message.values, { ...described, call: around }),
      descriptorFinding('message', descriptor),
    ],
    calls: innerCalls(calls, around),
  };
}

/**
 * The findings about members that a descriptor does not explain, which make a call or message blind. `field` is the
 * prefix of member names.
 */
function claimFindings(
  { unclaimed, hidden, opaque: shown, changesCall }: Pick<Described, 'unclaimed' | 'hidden' | 'opaque' | 'changesCall'>,
  { explained }: Pick<NamedBytes, 'explained'>,
  { field, ...from }: { readonly field: string; readonly mark: string; readonly basis: string },
): Finding[] {
  const open = [...new Set([...unclaimed, ...hidden])];
  const opaque = shown.filter((name) => !explained.has(name));
  const more = open.length > LISTED ? ` and ${open.length - LISTED} more` : '';
  return [
    ...(open.length === 0
      ? []
      : [
          danger(
            `The descriptor does not explain every member: ${open.slice(0, LISTED).join(', ')}${more}. Their effect is unknown.`,
            { ...from, field: `${field}.${open[0]}` },
          ),
        ]),
    ...(opaque.length === 0
      ? []
      : [
          danger(
            `The descriptor shows bytes that it does not explain: ${opaque.slice(0, LISTED).join(', ')}${opaque.length > LISTED ? ` and ${opaque.length - LISTED} more` : ''}. Their effect is unknown.`,
            { ...from, field: `${field}.${opaque[0]}` },
          ),
        ]),
    ...(changesCall === null
      ? []
      : [
          danger(`${changesCall} changes how the call inside is made: it can run foreign code as the account.`, {
            ...from,
            field: `${field}.${changesCall}`,
          }),
        ]),
  ];
}

function descriptorFinding(what: string, descriptor: Descriptor): Finding {
  if (descriptor.own)
    return information(
      `Explained by a descriptor that you added: the meaning of the ${what} is in its words, which nobody else reviewed.`,
      {
        basis: basisOf(descriptor),
      },
    );
  return information(
    `${ownerOf(descriptor)} explains the ${what} in the ERC-7730 registry of ${REGISTRY_DATE}: the words are not Castellan’s.`,
    {
      basis: basisOf(descriptor),
    },
  );
}
