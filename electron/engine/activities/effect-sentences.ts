/** The sentences about the requests that one user can make after a change. */
import type { Finding } from '../../../shared/model/index.ts';
import { care } from '../../crypto/index.ts';
import type { EffectProbe } from './effect-probes.ts';
import { type AffectedUser, named } from './named-in-request.ts';
import type { ComparedDecision } from './policy-trials.ts';

/** Kinds of requests, and keys, that one sentence names. */
const MAXIMUM_WORDS = 10;

type Outcome = ComparedDecision['before']['outcome'] | 'unknown';

/** One request of a user, before and after. */
interface Tried extends EffectProbe {
  readonly before: Outcome;
  readonly after: Outcome;
}

/** The power that a change gives to a user, or takes. */
export interface ChangedPower {
  readonly findings: readonly Finding[];
  /** True when every request was decided, and none otherwise than before. */
  readonly isDecidedAlike: boolean;
}

/**
 * Returns the power of a user who is new or shared as gained, and of another one as compared. `hasAllKeys` is false
 * when the requests leave keys out.
 */
export function powerOf(
  { name, how }: AffectedUser,
  { probes, hasAllKeys }: { readonly probes: readonly EffectProbe[]; readonly hasAllKeys: boolean },
  decisions: readonly (ComparedDecision | null)[],
): ChangedPower {
  const tried = probes.map((probe, at): Tried => {
    const decision = decisions[at] ?? null;
    if (decision === null) return { ...probe, before: 'unknown', after: 'unknown' };
    const { before, after } = decision;
    return { ...probe, before: how === 'compared' ? before.outcome : 'deny', after: after.outcome };
  });
  const who = how === 'shared' ? `Anyone with a credential of ${name} can` : `${name} can then`;
  const acts = groupsOf(tried, ({ words }) => words);
  const unknown = tried.filter(({ after }) => after === 'unknown').length;
  return {
    findings: [
      ...sentences(
        who,
        acts.flatMap((act) => clauseOf(act, aloneIn(act), hasAllKeys)),
      ),
      ...sentences(
        who,
        acts.flatMap((act) => clauseOf(act, votedIn(act), hasAllKeys)),
      ),
      ...(unknown === 0
        ? []
        : [care(`The effect of ${unknown} requests of ${name} is not known: the service did not decide them.`)]),
    ],
    isDecidedAlike: tried.every(({ before, after }) => after !== 'unknown' && before === after),
  };
}

/** The end of a sentence about one kind of request. Kinds with the same `group` share a sentence. */
interface Clause {
  readonly group: string;
  readonly isLost: boolean;
  readonly words: string;
  readonly end: string;
}

/** The requests of one kind, one for each key, that a user can make in a way. */
interface Compared {
  readonly how: string;
  readonly before: readonly Tried[];
  readonly after: readonly Tried[];
  readonly lost: readonly Tried[];
}

const aloneIn = (tried: readonly Tried[]): Compared => ({
  how: 'alone',
  before: tried.filter(({ before }) => before === 'allow'),
  after: tried.filter(({ after }) => after === 'allow'),
  lost: tried.filter(({ before, after }) => before === 'allow' && after !== 'allow'),
});

/** A request that then needs no more votes is no loss. */
const votedIn = (tried: readonly Tried[]): Compared => ({
  how: 'with more votes',
  before: tried.filter(({ before }) => before === 'consensus'),
  after: tried.filter(({ after }) => after === 'consensus'),
  lost: tried.filter(({ before, after }) => before === 'consensus' && after === 'deny'),
});

/** Returns the end of the sentence about one kind of request. Empty where nothing changes. */
function clauseOf(tried: readonly Tried[], compared: Compared, hasAllKeys: boolean): readonly Clause[] {
  const { how, before, after, lost } = compared;
  const [first] = tried;
  const gained = after.filter((one) => !before.includes(one));
  if (first === undefined || (gained.length === 0 && lost.length === 0)) return [];
  const isLost = after.length === 0;
  const ids = [before, after, lost].map((list) => list.map(({ holder }) => holder?.id ?? ''));
  const clause = { group: JSON.stringify([how, ...ids]), isLost, words: first.words };
  const isWhole = hasAllKeys && tried.every((one) => one.after !== 'unknown');
  if (first.holder === null || (isLost && isWhole)) return [{ ...clause, end: `${how}.` }];
  if (isLost) return [{ ...clause, end: `${how} with ${namesOf(lost)}.` }];
  const today = before.length === 0 ? '' : `, today with ${keysOf(before)}`;
  const isExchange = gained.length > 0 && lost.length > 0;
  const exchange = isExchange ? ` New: ${namesOf(gained)}. No longer: ${namesOf(lost)}.` : '';
  return [{ ...clause, end: `${how} with ${keysOf(after)}${today}.${exchange}` }];
}

function groupsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly (readonly Item[])[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}

/** Returns one sentence for each group. A loss names the trial: other requests of the kind can still be possible. */
function sentences(who: string, clauses: readonly Clause[]): readonly Finding[] {
  return groupsOf(clauses, ({ group }) => group).flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const words = listed(same.map((clause) => clause.words));
    return [care(first.isLost ? `As tried, ${who} no longer ${words} ${first.end}` : `${who} ${words} ${first.end}`)];
  });
}

/** Returns words as a list in a sentence. Those beyond the limit are counted. */
function listed(all: readonly string[]): string {
  const more = all.length - MAXIMUM_WORDS;
  const words = more > 1 ? [...all.slice(0, MAXIMUM_WORDS), `make ${more} more kinds of requests`] : all;
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function keysOf(tried: readonly Tried[]): string {
  const noun = tried.every(({ holder }) => holder?.kind === 'wallet')
    ? ['wallet', 'wallets']
    : ['wallet or key', 'wallets or keys'];
  return `${tried.length} ${noun[tried.length === 1 ? 0 : 1]}`;
}

function namesOf(tried: readonly Tried[]): string {
  const more = tried.length - MAXIMUM_WORDS;
  const names = tried.slice(0, MAXIMUM_WORDS).map(({ key }) => named(key ?? ''));
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
