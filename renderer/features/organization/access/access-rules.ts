import type { AccessAct, AccessReport, AccessTrial, OrganizationContent } from '../../../../shared/model/index.ts';
import { enforcementOf } from '../../../../shared/policy-language/index.ts';
import { limitSentence, usedText } from '../limit/limit-words.ts';

type Outcome = AccessTrial['outcome'];

/** The groups of a report in their order. */
export const ACCESS_GROUPS: readonly { readonly outcome: Outcome; readonly title: string }[] = [
  { outcome: 'allow', title: 'Can do alone' },
  { outcome: 'consensus', title: 'Can do with more votes' },
  { outcome: 'deny', title: 'Cannot do' },
  { outcome: 'unknown', title: 'Not decided' },
];

/** The words of an act with the names of its keys, which are empty for none. */
const KEY_ACTS: Readonly<Partial<Record<AccessAct, (names: string) => string>>> = {
  send: (names) => `Send 1 wei on Ethereum${names === '' ? '' : ` from ${names}`}`,
  'sign message': (names) => `Sign a message${names === '' ? '' : ` with ${names}`}`,
  'create accounts': (names) => `Create accounts${names === '' ? '' : ` in ${names}`}`,
  export: (names) => (names === '' ? 'Export' : `Export ${names}`),
};
const ACTS: Readonly<Partial<Record<AccessAct, string>>> = {
  'create wallet': 'Create a wallet',
  'add user': 'Add a user',
  'write policy': 'Write a policy',
  'change quorum': 'Change the root quorum',
};

/** One act with the names of all its keys of one outcome. */
export interface AccessLine {
  readonly words: string;
  readonly by: string;
}

const ROOT_QUORUM: Readonly<Record<Outcome, string>> = {
  allow: 'As a member of the root quorum',
  consensus: 'With further members of the root quorum',
  deny: 'Only the root quorum can.',
  unknown: 'The service could not decide this request.',
};

/** The most names of keys in one line. */
const MAXIMUM_NAMES = 5;

/** Returns the lines of a group: an act, its keys and its authority. Keys of one act and authority share a line. */
export function linesOf({ trials }: AccessReport, outcome: Outcome): readonly AccessLine[] {
  const found = new Map<string, { readonly act: AccessAct; readonly by: readonly string[]; readonly keys: string[] }>();
  for (const { act, key, by } of trials.filter((trial) => trial.outcome === outcome)) {
    const group = JSON.stringify([act, by]);
    const line = found.get(group) ?? { act, by, keys: [] };
    if (key !== null) line.keys.push(key);
    found.set(group, line);
  }
  return [...found.values()].map(({ act, keys, by }) => ({ words: wordsOf(act, keys), by: authority(by, outcome) }));
}

function wordsOf(act: AccessAct, keys: readonly string[]): string {
  const names = keys.slice(0, MAXIMUM_NAMES).map((name) => `“${name}”`);
  const more = keys.length - names.length;
  const all = more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
  return KEY_ACTS[act]?.(all) ?? [ACTS[act] ?? act, all].filter((word) => word !== '').join(' ');
}

/** Returns the reason of a decision. */
function authority(by: readonly string[], outcome: Outcome): string {
  const names = by.join(', ');
  if (names === '') return 'The service could not decide this request.';
  if (names === 'no policy') return 'No policy allows it.';
  if (names === 'own credential') return 'Every user may.';
  if (names === 'root quorum') return ROOT_QUORUM[outcome];
  return outcome === 'deny' ? `Refused by ${names}` : `Policy ${names}`;
}

/** Returns one sentence about the keys that a user signs with alone. */
export function signingWords(name: string, { trials }: AccessReport): string {
  const signs = trials.filter(({ act }) => act === 'send' || act === 'sign message');
  const keysOf = (outcome: Outcome) => new Set(signs.filter((one) => one.outcome === outcome).map(({ key }) => key));
  const [alone, together] = [keysOf('allow').size, keysOf('consensus').size];
  const words = (count: number) => `${count} ${count === 1 ? 'wallet or key' : 'wallets or keys'}`;
  if (alone > 0) return `${name} signs alone with ${words(alone)}.`;
  if (together > 0) return `${name} signs with ${words(together)}, with more votes.`;
  return `${name} signs with no wallet or key.`;
}

/**
 * Returns the limits that policies hold the user to, with what is used. None for a user who is the root quorum alone,
 * whom no policy limits.
 */
export function limitLines(
  { limits, policies, quorum }: Pick<OrganizationContent, 'limits' | 'policies' | 'quorum'>,
  userId: string,
): readonly AccessLine[] {
  if (quorum?.threshold === 1 && quorum.userIds.includes(userId)) return [];
  const enforced = new Set(policies.flatMap((policy) => enforcementOf(policy).controls));
  return limits
    .filter(({ identifier }) => enforced.has(identifier))
    .map((limit) => {
      const own = limit.uses?.find(({ scope, scopeId }) => scope !== 'user' || scopeId === userId);
      return {
        words: `${limit.name}: ${limitSentence(limit)}`,
        by: own === undefined ? 'The used amount is not known.' : `Used: ${usedText(limit, own)}`,
      };
    });
}
