/**
 * Explains a call by the standards of contracts, and by the contract's own descriptors. A function that only a standard
 * has is explained by the standard, whoever else describes it. Nothing is guessed: an unknown function is reported as
 * unknown.
 */
import { type ByteRange, type DecodedField, type Finding, inQuotes } from '../../../shared/model/index.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import {
  ANY_ACCOUNT,
  burntFinding,
  type ContractCall,
  care,
  danger,
  forAccount,
  isBurnt,
  lastDigits,
  lostCoins,
  row,
  SELECTOR_BYTES,
  type TypedMessage,
  tokenOf,
} from '../../crypto/index.ts';
import { readByDescriptor, readMessage } from './by-descriptor.ts';
import { readByStandard, signatureFor } from './by-standard.ts';
import { type Interfaces, NO_INTERFACES } from './interfaces.ts';
import { keptByNobody } from './known-contracts.ts';
import { readMessageByRule } from './messages/index.ts';
import { readPathPlan } from './path-plan.ts';
import { markOf, type Reading, tokenChain } from './reading.ts';
import { readRouter } from './router.ts';
import { attributionFindings, describeTail } from './tail.ts';

export interface Explained {
  /** Sentences without their full stops. */
  readonly steps: readonly string[];
  /** The parties and the values that move. */
  readonly summary: readonly DecodedField[];
  /** The function and its arguments, by their names after the field's. */
  readonly fields: readonly DecodedField[];
  readonly findings: readonly Finding[];
  /** Bytes of the outermost call's data that nothing explains, by their place in the data. */
  readonly unread?: ByteRange;
}

/** The row for a contract that another contract calls. The row Contract names the latter. */
const CALLED = 'Called contract';
/** Limits for nested calls. Calls beyond them are mentioned, but not decoded. */
const MAXIMUM_DEPTH = 5;
const MAXIMUM_CALLS = 64;
/**
 * Choice (call-size): the total bytes of calls that are read, twice what Ethereum nodes relay. Decoding takes 0.6 ms
 * for each 1,000.
 */
const MAXIMUM_BYTES = 256 * 1024;

/** Explains the call. A part that cannot be explained is a step of its own, with a finding. */
export function explainCall(call: ContractCall, interfaces = NO_INTERFACES): Explained {
  return explain(call, startingWith(interfaces, call.codes));
}

/**
 * Explains a message of typed data: by a rule for its exact type, or by a descriptor that claims every member. Any other
 * message is blind: it asks for the mark, and only its fields are shown.
 */
export function explainMessage(message: TypedMessage, interfaces = NO_INTERFACES): Explained {
  const { account } = message;
  const explained = explainContents(message, interfaces);
  return account === null
    ? explained
    : { ...explained, steps: explained.steps.map((step) => forAccount(account, step)) };
}

function explainContents(message: TypedMessage, interfaces: Interfaces): Explained {
  if (!message.isDomainStandard) return unexplained(message, [STRANGE_DOMAIN]);
  const bounds = startingWith(interfaces);
  const byRule = readMessageByRule(message);
  if (byRule !== null) return withCalls(byRule, byRule.sentence, { findings: byRule.findings, bounds });
  const { reading, findings } = readMessage(message, interfaces);
  if (reading !== null)
    return withCalls(reading, reading.sentence, { findings: [...reading.findings, ...findings], bounds });
  return unexplained(message, findings);
}

const STRANGE_DOMAIN = danger(
  'The domain has members, types or an order that EIP-712 does not list, so no rule and no descriptor applies to it.',
  { field: 'domain', basis: 'EIP-712' },
);

/** A message of a type that nothing explains. The names of its members are shown, and prove nothing. */
function unexplained(
  { domain, primaryType, digest, permit, guessed }: TypedMessage,
  findings: readonly Finding[],
): Explained {
  const application = domain.get('name');
  const who = application === undefined ? '' : ` for ${inQuotes(application)}`;
  return {
    steps: [`Sign ${inQuotes(primaryType)}${who}: its effect is unknown`],
    summary: [...(permit?.summary ?? []), ...guessed],
    fields: [],
    findings: [
      danger(
        'No rule and no descriptor explains this message: the contract’s use of it is unknown. Add an ERC-7730 descriptor of the contract, or read every field.',
        { field: 'primaryType', mark: lastDigits(digest), basis: 'EIP-712' },
      ),
      ...(permit?.findings ?? []),
      ...findings,
    ],
  };
}

const startingWith = (interfaces: Interfaces, codes: Bounds['codes'] = new Map()): Bounds => ({
  interfaces,
  codes,
  depth: 0,
  left: { calls: MAXIMUM_CALLS, bytes: MAXIMUM_BYTES },
});

interface Bounds {
  readonly interfaces: Interfaces;
  /** The contracts whose code accounts get in the same transaction. */
  readonly codes: ReadonlyMap<string, string>;
  readonly depth: number;
  readonly left: { calls: number; bytes: number };
}

function explain(call: ContractCall, bounds: Bounds): Explained {
  const isDelegate = call.isDelegate === true;
  if (call.data.length === 0 && !isDelegate) return plain(call);
  bounds.left.bytes -= call.data.length;
  const isRead = bounds.left.bytes >= 0;
  const router = isRead && !isDelegate ? (readRouter(call) ?? readPathPlan(call)) : null;
  const standard = isRead && router === null ? readByStandard(call) : null;
  const described =
    isRead && !isDelegate && router === null && (standard === null || standard.isShared)
      ? readByDescriptor(call, bounds.interfaces)
      : null;
  const code = codeOf(call, bounds.codes);
  const likely = described?.reading ?? router ?? standard;
  // A batch of an account shows its calls. Words of a token mean nothing at an account.
  const reading = code === null || (likely?.calls.length ?? 0) > 0 ? likely : null;
  const findings = [
    ...(code === null ? [] : [givenCode(call, code)]),
    ...(reading?.findings ?? [
      ...(code === null ? undecoded(call, { isRead, isDescribed: (described?.findings ?? []).length > 0 }) : []),
      ...attributionFindings(call),
    ]),
    ...(described?.findings ?? []),
    ...(reading === null || reading.coins === 'not expected' ? tokenFindings(call) : []),
  ];
  if (reading === null)
    return {
      steps: [`Call ${call.to}${sent(call, ' with')}: its effect is unknown`],
      summary: [],
      fields: [],
      findings,
    };
  const sentence = reading.coins === 'mentioned' ? reading.sentence : `${reading.sentence}${sent(call, ', with')}`;
  const tail = describeTail(call, reading.tail, bounds.depth > 0);
  const whole = { ...reading, fields: [...reading.fields, ...tail.fields] };
  const explained = withCalls(whole, sentence, { findings: [...findings, ...tail.findings], bounds });
  return tail.unread === undefined ? explained : { ...explained, unread: tail.unread };
}

/** A reading with its inner calls. `findings` are all but those of the calls. */
function withCalls(
  reading: Reading,
  sentence: string,
  { findings, bounds }: { readonly findings: readonly Finding[]; readonly bounds: Bounds },
): Explained {
  const inner = reading.calls.map((each) => {
    bounds.left.calls -= 1;
    if (bounds.depth < MAXIMUM_DEPTH && bounds.left.calls >= 0)
      return within(each, explain(each, { ...bounds, depth: bounds.depth + 1 }));
    return {
      steps: [`Make a call of ${each.to} that is not shown`],
      summary: [],
      fields: [],
      findings: [
        danger('It makes more calls, or deeper nested calls, than Castellan decodes.', {
          field: each.field,
          mark: markOf(each),
        }),
      ],
    };
  });
  return {
    steps: [
      joined(
        sentence,
        inner.flatMap(({ steps }) => steps),
      ),
    ],
    summary: once([...reading.summary, ...inner.flatMap(({ summary }) => summary)]),
    fields: [...reading.fields, ...inner.flatMap(({ fields }) => fields)],
    findings: [...findings, ...inner.flatMap((each) => each.findings)],
  };
}

/** Says that a callee gets its code in the same transaction. Any callee but a token can be an account. Null without code. */
function codeOf({ to, ...call }: ContractCall, codes: Bounds['codes']): string | null {
  const given = codes.get(to.toLowerCase());
  if (given !== undefined) return `${to} runs the code of ${given}, which this transaction gives it`;
  const other = tokenOf(tokenChain({ ...call, to }), to) === null ? codes.get(ANY_ACCOUNT) : undefined;
  return other === undefined ? null : `${to} can be the account that gets the code of ${other} in this transaction`;
}

const givenCode = (call: ContractCall, words: string): Finding =>
  danger(`${words}: what that code does with ${call.field} is not known.`, {
    field: call.field,
    mark: markOf(call),
    basis: 'EIP-7702',
  });

const ACTS = 'act';
const ONE_CALL = 'make a call';
const SEVERAL_CALLS = 'Make several calls';

/** Joins a sentence with those of its inner calls. They do not repeat that the account acts or makes calls. */
function joined(sentence: string, steps: readonly string[]): string {
  const inner = steps.join('; ');
  if (inner === '') return sentence;
  if (sentence.endsWith(` ${ACTS}`) && inner.startsWith(sentence.slice(0, -ACTS.length))) return inner;
  if (steps.length === 1 && sentence.endsWith(` ${ONE_CALL}`) && inner.startsWith(SEVERAL_CALLS))
    return `${sentence.slice(0, -ONE_CALL.length)}m${inner.slice(1)}`;
  return `${sentence}: ${inner}`;
}

/** Shows a contract that several calls target only once. Each recipient is shown beside its call. */
function once(rows: readonly DecodedField[]): DecodedField[] {
  return rows.filter(
    ({ name, value }, index) =>
      name !== CALLED || rows.findIndex((each) => each.name === name && each.value === value) === index,
  );
}

/** Adds an inner call's target and amount, as the transaction shows them for the outermost call. */
function within({ to, value, data, amount }: ContractCall, explained: Explained): Explained {
  const place = [
    row(data.length === 0 ? 'To' : CALLED, to, 'address'),
    ...(value === 0n ? [] : [row('Amount', amount(value), 'amount')]),
  ];
  return { ...explained, summary: once([...explained.summary, ...place]) };
}

function plain(call: ContractCall): Explained {
  const { to, value, amount } = call;
  return {
    steps: [`Send ${value === 0n ? 'nothing' : amount(value)} to ${to}`],
    summary: [],
    fields: [],
    findings: value === 0n ? [] : plainFindings(call),
  };
}

function plainFindings(call: ContractCall): Finding[] {
  const { to, value, amount, field } = call;
  if (isBurnt(to)) return [burntFinding(to, field)];
  const token = tokenOf(tokenChain(call), to);
  return token === null ? keptByNobody(to, 'coins', field) : lostCoins(token, amount(value), field);
}

/** The coins that go with a call, after a word. Empty for none. */
function sent({ value, amount }: ContractCall, word: string): string {
  return value === 0n ? '' : `${word} ${amount(value)}`;
}

/**
 * About data that nothing explains, with what would explain it.
 * `isRead` is false for data that is too long. `isDescribed` is true where a descriptor does not fit.
 */
function undecoded(
  call: ContractCall,
  { isRead, isDescribed }: { readonly isRead: boolean; readonly isDescribed: boolean },
): Finding[] {
  const { data, field, to, isDelegate } = call;
  const hasSelector = data.length >= SELECTOR_BYTES;
  const selector = hasSelector ? `, for the function 0x${hexEncode(data.subarray(0, SELECTOR_BYTES))}` : '';
  const length = `${data.length} ${data.length === 1 ? 'byte' : 'bytes'}`;
  const from = { field, mark: markOf(call) };
  if (isDelegate === true)
    return [
      danger(
        `The code of ${to} runs as the account itself, with data that is none of its own functions: ${length}${selector}. Its effect is not known.`,
        from,
      ),
    ];
  const known = hasSelector && isRead ? signatureFor(data) : null;
  if (known !== null)
    return [
      danger(
        `${field} is not decoded: it begins like a call of ${known}, but its ${length} are not the arguments of that function as they are encoded. What the contract does with it is not known.`,
        from,
      ),
    ];
  const needed =
    hasSelector && isRead && !isDescribed && canBeAdded(call)
      ? ' Add the contract’s ABI or its ERC-7730 descriptor.'
      : '';
  return [
    danger(
      `${field} is not decoded: ${length}${selector}. What the contract does with it is not known.${needed}`,
      from,
    ),
  ];
}

/** Returns true when operators can add an interface for the contract: its chain must be named. */
const canBeAdded = ({ family, chain }: ContractCall) => family === 'ethereum' && chain !== null;

/** Coins that go to a token that takes none are lost. */
function tokenFindings(call: ContractCall): Finding[] {
  const { value, amount, to, field } = call;
  if (value === 0n || tokenOf(tokenChain(call), to) === null) return [];
  return [care(`${amount(value)} goes to the contract of a token.`, { field })];
}
