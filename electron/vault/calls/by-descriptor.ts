/** Calls and messages by what contracts say of them: descriptors after ERC-7730. Where one and the bytes disagree, it is said and not used. */
import { type Finding, isJsonObject, ownMember } from '../../../shared/model/index.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import { type ContractCall, care, information, SELECTOR_BYTES, type TypedMessage } from '../../crypto/index.ts';
import { describeBy } from './descriptors/describe.ts';
import { DescriptorFault } from './descriptors/fault.ts';
import { type Descriptor, formatsOf, functionsOf, objectIn, ownerOf, registered } from './descriptors/find.ts';
import { argumentsOf, callFields, type Reading } from './reading.ts';

export interface DescriptorReading {
  /** Null when no descriptor fits. */
  readonly reading: Reading | null;
  /** About descriptors that are of the contract and could not be used. */
  readonly findings: readonly Finding[];
}

const LISTED = 4;

/** What the first descriptor of the contract that fits says the call does. */
export function readByDescriptor(call: ContractCall): DescriptorReading {
  const { chain, to, data } = call;
  if (call.family !== 'ethereum' || chain === null || data.length < SELECTOR_BYTES)
    return { reading: null, findings: [] };
  return firstOf(registered('contract', chain, to), (descriptor) => readCall(descriptor, { ...call, chain }));
}

/** What the first descriptor of the verifying contract that fits says the message means. */
export function readMessage(message: TypedMessage): DescriptorReading {
  return firstOf(registered('eip712', message.chain, message.to), (descriptor) => readTyped(descriptor, message));
}

function firstOf(
  descriptors: readonly Descriptor[],
  read: (descriptor: Descriptor) => Reading | null,
): DescriptorReading {
  const findings: Finding[] = [];
  for (const descriptor of descriptors) {
    try {
      const reading = read(descriptor);
      if (reading !== null) return { reading, findings };
    } catch (error) {
      if (!(error instanceof DescriptorFault)) throw error;
      findings.push(
        care(`The descriptor of this contract does not fit, and was not used: ${error.message}.`, {
          basis: basisOf(descriptor),
        }),
      );
    }
  }
  return { reading: null, findings };
}

const basisOf = ({ name }: Descriptor): string => `ERC-7730: ${name}`;

/** Null for a function that the descriptor does not have. */
function readCall(descriptor: Descriptor, call: ContractCall & { readonly chain: string }): Reading | null {
  const found = functionsOf(descriptor).get(hexEncode(call.data.subarray(0, SELECTOR_BYTES)));
  if (found === undefined) return null;
  const { called, format } = found;
  const values = argumentsOf(called, call);
  if (values === null) throw new DescriptorFault(`the data is not exactly a call of ${called.name}`);
  const { sentence, rows, calls, hidden, showsValue } = describeBy(descriptor, format, { values, container: call });
  return {
    sentence: `${sentence}, at ${ownerOf(descriptor)} ${call.to}`,
    summary: rows,
    fields: callFields(called, values, call),
    findings: [
      ...hiddenFindings(hidden, descriptor, call.field),
      ...(call.value === 0n || showsValue
        ? []
        : [
            care(`The descriptor does not say what becomes of ${call.amount(call.value)} that go with the call.`, {
              field: call.field,
              basis: basisOf(descriptor),
            }),
          ]),
      told('call', descriptor),
    ],
    calls: calls.map(({ to, value, data, name }) => ({ ...call, to, value, data, field: `${call.field}.${name}` })),
  };
}

/** Null for a message that the descriptor does not have, or of another application at the same contract. */
function readTyped(descriptor: Descriptor, message: TypedMessage): Reading | null {
  const format = ownMember(formatsOf(descriptor.root), message.type);
  const domain = objectIn(objectIn(objectIn(descriptor.root, 'context'), 'eip712'), 'domain');
  const isOther = Object.entries(domain).some(
    ([name, value]) => String(value).toLowerCase() !== message.domain.get(name)?.toLowerCase(),
  );
  if (!isJsonObject(format) || isOther) return null;
  const { sentence, rows, hidden } = describeBy(descriptor, format, { values: message.values, container: message });
  return {
    sentence: `${sentence}, for ${ownerOf(descriptor)} ${message.to}`,
    summary: rows,
    fields: [],
    findings: [...hiddenFindings(hidden, descriptor, 'message'), told('message', descriptor)],
    calls: [],
  };
}

function told(what: string, descriptor: Descriptor): Finding {
  return information(
    `What the ${what} means is told by the ERC-7730 registry, in the words of ${ownerOf(descriptor)}.`,
    {
      basis: basisOf(descriptor),
    },
  );
}

/** About arguments that can move value and that the descriptor leaves out. */
function hiddenFindings(hidden: readonly string[], descriptor: Descriptor, field: string): Finding[] {
  if (hidden.length === 0) return [];
  const listed = hidden.slice(0, LISTED).join(', ');
  const more = hidden.length > LISTED ? ` and ${hidden.length - LISTED} more` : '';
  return [
    care(`The descriptor leaves out what can move value: ${listed}${more}. Read them among the fields.`, {
      field: `${field}.${hidden[0]}`,
      basis: basisOf(descriptor),
    }),
  ];
}
