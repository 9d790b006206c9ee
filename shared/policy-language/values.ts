import { type Effect, ellipsized } from '../model/index.ts';
import { accountAdvice, bitcoinAdvice } from './account-values.ts';
import { type ActivityTests, activityMember, faultOfActivity } from './activity-values.ts';
import type { Expression } from './parse.ts';
import { hasSeveralNames, isHexMember, sameHex, sameText, sameToForbidding, spellingsOf } from './same-text.ts';
import { codeOf } from './tokens.ts';

/** A fault of a part of an expression, before its place is known. */
export interface ValueFault {
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

/** The form of the texts that a member has. `takes` returns what to write in place of another text, or null. */
interface Form {
  readonly members: RegExp;
  readonly advice: (text: string) => string | null;
}

const ADDRESS = 'write 0x and 40 hexadecimal digits';
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SCRIPT_KINDS: readonly string[] = ['P2PKH', 'P2SH', 'P2WPKH', 'P2WSH', 'P2TR'];
const unless = (form: RegExp, advice: string) => (text: string) => (form.test(text) ? null : advice);

/** The members of one form. `[]` stands for the items of a list. */
const FORMS: readonly Form[] = [
  {
    members:
      /^(?:eth\.tx\.(?:from|to)|eth\.eip_712\.domain\.verifying_contract|eth\.eip_7702_authorization\.address|tempo\.tx\.(?:from|fee_token|calls\[\]\.to))$/,
    advice: (text) => {
      if (text === '' || /^0x[0-9a-f]{40}$/i.test(text)) return null;
      if (/^[0-9a-f]{40}$/i.test(text)) return `write '0x${text}'`;
      if (/^[^.\s]+(?:\.[^.\s]+)+$/.test(text)) return `a name is never resolved; ${ADDRESS}`;
      return text.trim() === text ? ADDRESS : `take the blanks away; ${ADDRESS}`;
    },
  },
  {
    members: /^(?:eth\.tx\.data|tempo\.tx\.calls\[\]\.input)$/,
    advice: unless(/^0x(?:[0-9a-f]{2})*$/i, 'write 0x and hexadecimal digits, two a byte'),
  },
  {
    members: /\.function_signature$/,
    advice: unless(/^0x[0-9a-f]{8}$/i, "write 0x and the 8 digits of the selector, as in '0xa9059cbb'"),
  },
  {
    members: /^eth\.tx\.function_name$/,
    advice: (text) => (text.includes('(') ? `write '${text.slice(0, text.indexOf('('))}'` : null),
  },
  {
    members:
      /^solana\.tx\.(?:account_keys\[\]|program_keys\[\]|instructions\[\]\.(?:program_key|accounts\[\]\.account_key)|(?:spl_)?transfers\[\]\.(?:from|to|owner|token_mint|signers\[\]))$/,
    advice: (text) =>
      text === 'ADDRESS_TABLE_LOOKUP' || (BASE58.test(text) && text.length >= 32 && text.length <= 44)
        ? null
        : 'write an address of Solana, 32 to 44 characters of Base58',
  },
  { members: /^solana\.tx\.version$/, advice: unless(/^(?:LEGACY|V0|V1)$/, "write 'LEGACY', 'V0' or 'V1'") },
  {
    members: /\.(?:instruction_data_hex|script_pubkey|public_key)$/,
    advice: unless(/^(?:[0-9a-f]{2})*$/, 'write hexadecimal digits in lower case, without 0x'),
  },
  { members: /^bitcoin\.tx\.outputs\[\]\.address$/, advice: bitcoinAdvice },
  {
    members: /^bitcoin\.tx\.outputs\[\]\.address_type$/,
    advice: (text) => {
      const kind = text.toUpperCase();
      return text !== kind && SCRIPT_KINDS.includes(kind) ? `write '${kind}'` : null;
    },
  },
  { members: /^wallet_account\.address$/, advice: accountAdvice },
  {
    members: /^activity\.params\.chain$/,
    advice: unless(
      /^(?:eip155:[1-9]\d*|solana:\w+|bip122:[0-9a-f]{32}|tron:0x[0-9a-f]{8})$/,
      "write the CAIP-2 name of the chain, as in 'eip155:1'",
    ),
  },
  {
    members: /^tron\.tx\.contract\[\]\..*(?:address|votes\[\]\.vote_address)$/,
    advice: (text) =>
      /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text) ? null : 'write an address of Tron in Base58: T and 33 characters',
  },
  {
    members: /^tron\.tx\.contract\[\]\.type$/,
    advice: (text) => (text.endsWith('Contract') ? null : "write the name in full, as in 'TransferContract'"),
  },
  {
    members:
      /^(?:wallet\.id|wallets\[\]\.id|private_key\.id|secret\.id|activity\.params\.(?:wallet_id|user_id|user_ids\[\])|approvers\[\]\.id|credentials\[\]\.(?:id|user_id))$/,
    advice: unless(UUID, 'write the identifier (a UUID), not a name'),
  },
  {
    members: /^(?:approvers\[\]|private_key)\.tags\[\]$/,
    advice: unless(UUID, 'write the identifier of the tag (a UUID), not its name'),
  },
  { members: /^approvers\[\]\.email$/, advice: unless(/^$|@/, 'write an email address') },
];

/** A place that somebody forgot to fill in. */
const PLACEHOLDER = /^(?:<[^<>]+>|\{\{[^{}]+\}\}|\$\{[^{}]+\}|\[[A-Z_ ]+\]|[A-Z]+(?:_[A-Z]+)*_HERE)$/;

/** Returns true for an effect that reads other spellings as equal. Without an effect, the rule may ask for proof. */
export const mayForbid = (effect: Effect | undefined): boolean => effect !== 'EFFECT_ALLOW';

/**
 * Returns the comparisons that no value can make true. Their text has not the form of the member, their part has another
 * length, or their number is out of range. The service accepts them, and the policy never holds by them.
 * @param effect The effect of the policy. Without it, a text that only a rule that forbids takes is reported as such.
 */
export function valueFaults(root: Expression, effect?: Effect): readonly ValueFault[] {
  const found: ValueFault[] = [];
  const report = ({ start, end }: Expression, message: string) => void found.push({ start, end, message });

  /** Checks a literal, or each literal of a list, against the member that it is compared with. */
  const compare = (value: Expression, other: Expression, items: Items): void => {
    if (value.is === 'list') for (const item of value.items) compare(item, other, items);
    if (value.is !== 'literal' || typeof value.value !== 'string') return;
    const written = ellipsized(value.value, 80);
    const advice = adviceOf(value.value, { other, items, forbids: mayForbid(effect) });
    if (advice !== null) {
      report(value, `'${written}' is never equal here; ${advice}`);
      return;
    }
    const toAllow = effect === undefined ? adviceOf(value.value, { other, items, forbids: false }) : null;
    if (toAllow !== null)
      report(value, `'${written}' is equal here only to a rule that denies or asks for proof; ${toAllow}`);
  };

  /** `isInner` is true for a part of a chain of `&&`, whose parts were looked at together. */
  const visit = (part: Expression, items: Items, isInner = false): void => {
    const isChain = part.is === 'logic' && part.operator === '&&';
    if (isChain && !isInner) contradictions(part, { items, forbids: mayForbid(effect), report });
    if (part.is === 'contains') {
      compare(part.value, itemOf(part.of), items);
      compare(part.of, part.value, items);
    }
    if (part.is === 'span' && part.span.isNever)
      report(part, 'the schedule has a day that its months do not have; write an earlier day');
    if (part.is === 'compare') compareSides(part, items);
    const own = part.is === 'each' ? { ...items, [part.item]: `${pathOf(part.of, items) ?? ''}[]` } : items;
    for (const inner of partsOf(part)) visit(inner, own, isChain);
  };
  const compareSides = (part: Expression & { is: 'compare' }, items: Items): void => {
    const { operator, left, right } = part;
    if (operator === 'in' && right.is === 'list' && right.items.length === 0)
      report(right, 'nothing is in an empty list; write at least one value');
    const [number, zero] = operator === '<' ? [left, right] : operator === '>' ? [right, left] : [part, part];
    if (isZero(zero) && !SIGNED.test(pathOf(number, items) ?? ''))
      report(part, 'no number here is below 0; write <= or a greater number');
    if (!['==', '!=', 'in'].includes(operator)) return;
    compare(right, left, items);
    compare(left, operator === 'in' ? itemOf(right) : right, items);
  };
  visit(root, {});
  return found;
}

/** The parts directly within a part. */
export function partsOf(part: Expression): readonly Expression[] {
  switch (part.is) {
    case 'not':
    case 'member':
    case 'count':
      return [part.of];
    case 'index':
      return [part.of, part.at];
    case 'slice':
      return [part.of, part.from, part.to];
    case 'list':
      return part.items;
    case 'each':
      return [part.of, part.predicate];
    case 'contains':
      return [part.of, part.value];
    case 'logic':
    case 'compare':
      return [part.left, part.right];
    default:
      return [];
  }
}

/** The path of the list that each name of an item stands for. */
type Items = Readonly<Record<string, string>>;

/** The items of a list, as the first of them. */
const itemOf = (of: Expression): Expression => ({ ...of, is: 'index', of, at: { ...of, is: 'literal', value: 0n } });
const isZero = (part: Expression) => part.is === 'literal' && part.value === 0n;

/** The other side of a comparison, and whether the rule takes other spellings of a text for it. */
interface OtherSide {
  readonly other: Expression;
  readonly items: Items;
  readonly forbids: boolean;
}

/** Returns the correction of a text that the other side is never equal to, or null. */
function adviceOf(text: string, { other, items, forbids }: OtherSide): string | null {
  if (PLACEHOLDER.test(text)) return 'replace it with the value';
  const path = pathOf(other.is === 'slice' ? other.of : other, items);
  const form = (own: string) => (other.is === 'slice' ? adviceOfPart(own, other, path ?? '') : adviceOfForm(own, path));
  const advice = form(text);
  if (advice === null) return null;
  // The service reads the same table: where it takes a spelling of that form for the text, the two are equal.
  const isHex = other.is === 'slice' ? isHexPath(path ?? '') : isHexMember(/[^.]*$/.exec(path ?? '')?.[0] ?? '');
  const isSame = (one: string) => (forbids ? sameToForbidding : sameText)(one, text) || (isHex && sameHex(one, text));
  if (spellingsOf(text).some((one) => form(one) === null && isSame(one))) return null;
  const hidden = /[^\p{L}\p{N}\p{P}\p{S}\p{M} ]/u.exec(text)?.[0];
  return hidden === undefined || other.is === 'slice'
    ? advice
    : `take the invisible character (${codeOf(hidden)}) away`;
}

function adviceOfForm(text: string, path: string | null): string | null {
  return (path === null ? undefined : FORMS.find(({ members }) => members.test(path)))?.advice(text) ?? null;
}

/** Data that begins with 0x. */
const PREFIXED = /^(?:eth\.tx\.data|tempo\.tx\.calls\[\]\.input)$/;
const isHexPath = (path: string): boolean =>
  PREFIXED.test(path) || /(?:\.instruction_data_hex|^tron\.tx\.contract\[\]\.data)$/.test(path);
/** Numbers that can be below zero: the arguments of calls, and the values of messages. */
const SIGNED = /^eth\.eip_712\.message|_args\b|parsed_instruction_data/;

/** As `adviceOfForm`, of a part of a text: `eth.tx.data[0..10]`. */
function adviceOfPart(text: string, { from, to }: Expression & { is: 'slice' }, path: string): string | null {
  if (from.is !== 'literal' || to.is !== 'literal') return null;
  const [begin, end] = [Number(from.value), Number(to.value)];
  const hasPrefix = PREFIXED.test(path);
  const isHex = isHexPath(path);
  if (hasPrefix && begin === 0 && !text.startsWith('0x')) return 'the data begins with 0x, and [0..10] is its selector';
  if (isHex && !(hasPrefix && begin === 0) && text.startsWith('0x')) return 'take 0x away';
  if (text.length === end - begin) return null;
  return `the part [${begin}..${end}] has ${end - begin} characters and the text has ${text.length}; write [${begin}..${begin + text.length}]`;
}

/** Returns the path of a member, with `[]` for the items of a list. Null for any other part. */
function pathOf(part: Expression, items: Items): string | null {
  if (part.is === 'name') return items[part.name] ?? part.name;
  const above = part.is === 'member' || part.is === 'index' ? pathOf(part.of, items) : null;
  if (above === null) return null;
  if (part.is === 'member') return `${above}.${part.name}`;
  const isMember = part.is === 'index' && part.at.is === 'literal' && typeof part.at.value === 'string';
  return isMember && part.of.is !== 'list' && !above.endsWith('s') ? `${above}.${String(part.at.value)}` : `${above}[]`;
}

/** Reports a member that has to be equal to two texts or numbers at once, and tests that no activity satisfies together. */
function contradictions(
  part: Expression,
  {
    items,
    forbids,
    report,
  }: { readonly items: Items; readonly forbids: boolean; readonly report: (part: Expression, message: string) => void },
): void {
  const known = new Map<string, string>();
  const parts = conjuncts(part);
  for (const { start, end, message } of activityFaults(parts, items)) report({ ...part, start, end }, message);
  for (const each of parts) {
    if (each.is !== 'compare' || each.operator !== '==' || each.right.is !== 'literal') continue;
    const path = pathOf(each.left, items);
    if (path === null || path.includes('[]') || hasSeveralNames(path, forbids)) continue;
    const value = String(each.right.value);
    const before = known.get(path) ?? value;
    if (!canBeBoth(before, value))
      report(each, `${path} is never equal to two values at once; write || for &&, or a list: in ['a', 'b']`);
    known.set(path, value);
  }
}

/** Returns true for two spellings of one text or number. */
function canBeBoth(one: string, other: string): boolean {
  const [number, another] = [one, other].map((text) => (NUMBER.test(text) ? BigInt(text) : null));
  if (number !== null && another !== null) return number === another;
  return sameToForbidding(one, other) || sameHex(one, other);
}

const NUMBER = /^(?:\d{1,78}|0x[0-9a-f]{1,64})$/i;

/** Returns the tests of an activity that no activity satisfies beside the tests before them. */
export function activityFaults(parts: readonly Expression[], items: Items = {}): readonly ValueFault[] {
  const found: ValueFault[] = [];
  let tests: ActivityTests = {};
  for (const part of parts)
    tests = withActivity(tests, part, items, ({ start, end }, message) => void found.push({ start, end, message }));
  return found;
}

/** Adds the test of an activity's member to those before it. Reports one that no activity satisfies with them. */
function withActivity(
  tests: ActivityTests,
  part: Expression,
  items: Items,
  report: (part: Expression, message: string) => void,
): ActivityTests {
  if (part.is !== 'compare' || (part.operator !== '==' && part.operator !== 'in')) return tests;
  const member = activityMember(pathOf(part.left, items) ?? '');
  const written = part.operator === 'in' && part.right.is === 'list' ? part.right.items : [part.right];
  const values = written.flatMap((one) => (one.is === 'literal' && typeof one.value === 'string' ? [one.value] : []));
  if (member === undefined || values.length === 0 || values.length < written.length || tests[member] !== undefined)
    return tests;
  const all = { ...tests, [member]: values };
  const fault = faultOfActivity(all);
  if (fault !== null) {
    report(part, fault);
    return tests;
  }
  for (const one of written) {
    const alone = one.is === 'literal' ? faultOfActivity({ ...tests, [member]: [String(one.value)] }) : null;
    if (alone !== null) report(one, alone);
  }
  return all;
}

function conjuncts(part: Expression): readonly Expression[] {
  if (part.is !== 'logic' || part.operator !== '&&') return [part];
  return [...conjuncts(part.left), ...conjuncts(part.right)];
}
