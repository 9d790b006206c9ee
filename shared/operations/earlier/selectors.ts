import Type, { type TSchema } from 'typebox';
import { UUID_PATTERN } from '../../model/uuid.ts';

/** Choice (policy-selectors): only these operators have one meaning for the known subjects. */
const OPERATORS = {
  OPERATOR_EQUAL: (member: string, targets: readonly string[]) => `${member} == ${quoted(targets[0] ?? '')}`,
  OPERATOR_NOT_EQUAL: (member: string, targets: readonly string[]) => `${member} != ${quoted(targets[0] ?? '')}`,
  OPERATOR_IN: (member: string, targets: readonly string[]) => `${member} in ${list(targets)}`,
  OPERATOR_NOT_IN: (member: string, targets: readonly string[]) => `!(${member} in ${list(targets)})`,
} as const;
type OperatorName = keyof typeof OPERATORS;

/** The targets have no quote, so that none can end the text. */
const quoted = (target: string) => `'${target}'`;
const list = (targets: readonly string[]) => `[${targets.map(quoted).join(', ')}]`;

interface Subject {
  /** The expression of the newest version that the selector becomes a part of. */
  readonly part: 'condition' | 'consensus';
  readonly member: string;
  readonly target: { readonly pattern: RegExp; readonly says: string };
  readonly operators: readonly OperatorName[];
}

const TYPE = '^ACTIVITY_TYPE_[A-Z0-9_]+$';
const id = { pattern: new RegExp(UUID_PATTERN), says: 'an id of 36 characters' };

/** The subjects that public clients send. A service that reads others is not documented. */
const SUBJECTS: ReadonlyMap<string, Subject> = new Map([
  [
    'activity.type',
    {
      part: 'condition',
      member: 'activity.type',
      target: { pattern: new RegExp(TYPE), says: 'an activity type, as in ACTIVITY_TYPE_SIGN_RAW_PAYLOAD' },
      operators: ['OPERATOR_EQUAL', 'OPERATOR_NOT_EQUAL', 'OPERATOR_IN', 'OPERATOR_NOT_IN'],
    },
  ],
  // Not every activity has a private key or one approver, so what differs from a target is not certain.
  [
    'activity.private_key.id',
    { part: 'condition', member: 'private_key.id', target: id, operators: ['OPERATOR_EQUAL', 'OPERATOR_IN'] },
  ],
  ['user.id', { part: 'consensus', member: 'user.id', target: id, operators: ['OPERATOR_EQUAL', 'OPERATOR_IN'] }],
]);

/** A selector of versions 1 and 2, with its targets in a list. */
export interface SelectorParts {
  readonly subject: string;
  readonly operator: string;
  readonly targets: readonly string[];
}

const INSTEAD =
  'Write other selectors as the condition or consensus of ACTIVITY_TYPE_CREATE_POLICY_V3, ' +
  "such as approvers.any(user, user.tags.contains('TAG_ID')) for user.tags";
const anyOf = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
const onlyOf = (title: string, names: readonly string[]) =>
  Type.String({
    title,
    pattern: `^(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})$`,
    says: `${anyOf(names)}. ${INSTEAD}`,
  });

/** Returns what a selector must have instead, where its members do not fit each other. Null when it can be translated. */
function faultOf({ subject, operator, targets }: SelectorParts): string | null {
  const known = SUBJECTS.get(subject);
  if (known?.operators.some((name) => name === operator) !== true)
    return `must have the operator ${anyOf(known?.operators ?? [])} for ${subject}. ${INSTEAD}`;
  if (!operator.endsWith('IN') && targets.length !== 1) return `must have exactly one target for ${operator}`;
  const { pattern, says } = known.target;
  return targets.every((target) => pattern.test(target)) ? null : `must have ${says} as the target of ${subject}`;
}

const Target = Type.String({
  title: 'Target',
  pattern: `${UUID_PATTERN}|${TYPE}`,
  says: 'an activity type, or an id of 36 characters',
});
const members = {
  subject: onlyOf('Subject', [...SUBJECTS.keys()]),
  operator: onlyOf('Operator', Object.keys(OPERATORS)),
};

interface FirstSelector {
  readonly subject: string;
  readonly operator: string;
  readonly target: string;
}

/** The parts of a selector of version 1. */
export const firstParts = ({ target, ...others }: FirstSelector): SelectorParts => ({ ...others, targets: [target] });

/** The most selectors and targets of a policy. More would make a longer expression than a policy can have. */
const MAXIMUM = 100;

const selectors = <Selector extends TSchema>(selector: Selector) =>
  Type.Array(selector, { title: 'Selectors', minItems: 1, maxItems: MAXIMUM });

export const FirstSelectors = selectors(
  Type.Refine(
    Type.Object({ ...members, target: Target }),
    (one: FirstSelector) => faultOf(firstParts(one)) === null,
    (one: FirstSelector) => faultOf(firstParts(one)) ?? '',
  ),
);

export const SecondSelectors = selectors(
  Type.Refine(
    Type.Object({ ...members, targets: Type.Array(Target, { title: 'Targets', minItems: 1, maxItems: MAXIMUM }) }),
    (one: SelectorParts) => faultOf(one) === null,
    (one: SelectorParts) => faultOf(one) ?? '',
  ),
);

/**
 * Returns the expressions that hold where every selector holds. Selectors of the user hold for one and the same
 * approver. A part without a selector is absent.
 */
export function expressionsOf(parts: readonly SelectorParts[]): { condition?: string; consensus?: string } {
  const terms = (part: Subject['part']) =>
    parts.flatMap(({ subject, operator, targets }) => {
      const known = SUBJECTS.get(subject);
      return known?.part === part ? [OPERATORS[operator as OperatorName](known.member, targets)] : [];
    });
  const [conditions, users] = [terms('condition'), terms('consensus')];
  return {
    ...(conditions.length === 0 ? {} : { condition: conditions.join(' && ') }),
    ...(users.length === 0 ? {} : { consensus: `approvers.any(user, ${users.join(' && ')})` }),
  };
}
