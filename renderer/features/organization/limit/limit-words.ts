import {
  grouped,
  inQuotes,
  type LimitUse,
  type OrganizationContent,
  type OverTimeLimit,
} from '../../../../shared/model/index.ts';
import { enforcementOf, namesControl } from '../../../../shared/policy-language/index.ts';
import { limitText } from '../../../../shared/words/index.ts';
import { worded } from '../../../language/worded.ts';
import { sentenceCase } from '../../../words/labels.ts';
import { signedAt } from '../../../words/time.ts';

/** Returns a limit in words: "At most 10 ETH on Ethereum in 1 day, for everybody together". */
export function limitSentence({ operator, threshold, unit, seconds, scope }: LimitParts): string {
  return `${sentenceCase(limitText({ operator, threshold, unit, seconds }))}, ${SCOPES[scope]}`;
}
type LimitParts = Pick<OverTimeLimit, 'operator' | 'threshold' | 'unit' | 'seconds' | 'scope'>;

/** The owners that a limit counts apart. */
export const SCOPES: Readonly<Record<OverTimeLimit['scope'], string>> = {
  organization: 'for everybody together',
  user: 'for each user',
  wallet: 'from each wallet',
};

const NAMELESS: Readonly<Record<LimitUse['scope'], string>> = {
  organization: 'Organization without a known name',
  user: 'User without a known name',
  wallet: 'Wallet without a known name',
  'private key': 'Private key without a known name',
};

/** Returns the owner of a used amount in words: its name, or that the service names nobody. */
export const ownerWords = ({ scope, scopeName }: Pick<LimitUse, 'scope' | 'scopeName'>): string =>
  scopeName ?? NAMELESS[scope];

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

/** Returns the used part of a limit from 0 to 1. Null where nothing is a largest total. */
export function usedShare(
  { threshold }: Pick<OverTimeLimit, 'threshold'>,
  { used, remaining }: LimitUse,
): number | null {
  if (remaining === null) return null;
  const places = Math.max(decimalsOf(threshold), decimalsOf(used));
  const units = (text: string) => BigInt(text.replace('.', '') + '0'.repeat(places - decimalsOf(text)));
  const limit = units(threshold);
  if (limit === 0n || units(used) >= limit) return 1;
  return Number((units(used) * 1000n) / limit) / 1000;
}

/** "4 of 10 ETH" */
export const usedText = ({ threshold, unit }: Pick<OverTimeLimit, 'threshold' | 'unit'>, { used }: LimitUse): string =>
  `${grouped(used)} of ${grouped(threshold)} ${unit}`;

/** Returns when the next amount leaves the window: "4 ETH tomorrow", or "never". Empty while nothing is used. */
export function resetText(
  { unit, seconds }: Pick<OverTimeLimit, 'unit' | 'seconds'>,
  { nextAmount, nextAt }: LimitUse,
  now: number,
): string {
  if (nextAmount !== null && nextAt !== null) return `${grouped(nextAmount)} ${unit} at ${signedAt(nextAt, now)}`;
  return seconds === null ? worded('never') : '';
}

/** A policy, second factor or session profile that names a limit. */
export interface Naming {
  readonly kind: 'policy' | 'second factor' | 'session profile';
  readonly id: string;
  readonly name: string;
}

export const NAMING_WORDS: Readonly<Record<Naming['kind'], string>> = {
  policy: worded('policy'),
  'second factor': worded('second factor'),
  'session profile': worded('session profile'),
};

/** Returns all that names a limit. Only these bind it to requests. */
export function namingOf({ policies, factors, sessionProfiles }: Content, identifier: string): readonly Naming[] {
  const named = (kind: Naming['kind'], all: readonly { id: string; name: string; text: string }[]) =>
    all
      .filter(({ text }) => text !== '' && namesControl(text, identifier))
      .map(({ id, name }): Naming => ({ kind, id, name }));
  return [
    ...named(
      'policy',
      policies.map(({ id, name, condition }) => ({ id, name, text: condition })),
    ),
    ...named(
      'second factor',
      factors.map(({ id, name, condition }) => ({ id, name, text: condition })),
    ),
    ...named(
      'session profile',
      sessionProfiles.map(({ id, name, scope }) => ({ id, name, text: scope })),
    ),
  ];
}

/** The requests that a limit binds, in words. */
export interface Binding {
  readonly text: string;
  /** True when some signatures are not bound, or when that is not known. */
  readonly isCare: boolean;
}

/** Returns the requests that a limit binds, by what each policy, second factor or session profile does with it. */
export function bindingsOf(
  { policies, parts }: Pick<OrganizationContent, 'policies' | 'parts'>,
  { identifier, naming }: { readonly identifier: string; readonly naming: readonly Naming[] },
  nameOf: (id: string) => string,
): readonly Binding[] {
  const isUnread = [parts.policies, parts.sessionProfiles].some(
    ({ readAt, problem }) => readAt === null || problem !== null,
  );
  const found = naming.map(({ kind, id, name }): Binding => {
    const policy = kind === 'policy' ? policies.find((one) => one.id === id) : undefined;
    if (policy === undefined)
      return { text: `under conditions of the ${NAMING_WORDS[kind]} ${inQuotes(name)}`, isCare: true };
    const { controls, walletId, isConditional } = enforcementOf(policy);
    if (!controls.includes(identifier) || (isConditional && policy.effect === 'EFFECT_DENY'))
      return { text: `under conditions of the policy ${inQuotes(name)}`, isCare: true };
    if (policy.effect === 'EFFECT_ALLOW')
      return { text: `only what the policy ${inQuotes(name)} allows`, isCare: true };
    const everybody = 'everybody but the root quorum';
    return walletId === null
      ? { text: everybody, isCare: false }
      : { text: `${everybody}, with the wallet ${nameOf(walletId)} only`, isCare: true };
  });
  const all = isUnread ? [...found, { text: 'not known: not all policies were read', isCare: true }] : found;
  return [...new Map(all.map((one) => [one.text, one])).values()];
}

type Content = Pick<OrganizationContent, 'policies' | 'factors' | 'sessionProfiles'>;
