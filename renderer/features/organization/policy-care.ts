import type { OrganizationContent, OrganizationPart, OrganizationPolicy } from '../../../shared/model/index.ts';
import { advisePolicy, type OrganizationFacts, type PolicyAdvice } from '../../../shared/policy-language/index.ts';

/** The advice about a stored policy that does not do what its text says. */
export interface PolicyCare {
  /** The most serious finding in a few words. */
  readonly words: string;
  /** Whole sentences. */
  readonly messages: readonly string[];
}

const NONE: ReadonlyMap<string, PolicyCare> = new Map();
/** Policies that are judged before the window draws again. */
const AT_ONCE = 10;

const keys = new WeakMap<OrganizationContent, string>();
let judged: { readonly key: string; readonly found: ReadonlyMap<string, PolicyCare> } = { key: '', found: NONE };

/** The number of judgements that were begun. An earlier one that ends late is dropped. */
let begun = 0;

/** Judges all policies once for each list of policies and people. `careOf` has the results afterwards. */
export async function judgePolicies(content: OrganizationContent): Promise<void> {
  const key = keyOf(content);
  if (judged.key === key) return;
  begun += 1;
  const own = begun;
  const facts = factsOf(content);
  const found = new Map<string, PolicyCare>();
  for (const [at, policy] of content.policies.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setTimeout(resolve, 0));
    const care = careIn(policy, {
      ...facts,
      policies: facts.policies.filter(({ policyId }) => policyId !== policy.id),
    });
    if (care !== null) found.set(policy.id, care);
  }
  if (own === begun) judged = { key, found };
}

/** Returns the advice about a policy. Null for none, and before the list was judged. It does no work. */
export function careOf(content: OrganizationContent, policyId: string): PolicyCare | null {
  return judged.key === keyOf(content) ? (judged.found.get(policyId) ?? null) : null;
}

/** The text of everything that decides about the advice. */
function keyOf(content: OrganizationContent): string {
  const known = keys.get(content);
  if (known !== undefined) return known;
  const key = JSON.stringify(factsOf(content));
  keys.set(content, key);
  return key;
}

/** The words of a finding, or null for one that leaves a policy what it says. */
function wordsOf({ rule, level, part, neverMatches }: PolicyAdvice): string | null {
  if (neverMatches === true) return 'can never match';
  if (rule === 'always' && part === null) return 'always matches';
  // The consensus of a denial of everybody always holds.
  if (rule === 'always' && level === 'information') return null;
  switch (rule) {
    case 'never':
      return 'has a test that never holds';
    case 'nobody':
    case 'too few':
      return 'can never match';
    case 'unknown':
      return 'names what does not exist';
    case 'always':
      return 'has a test that always holds';
    case 'shadowed':
      return 'is covered by another';
    default:
      return null;
  }
}

/** Few words first: the policy that never matches, then the one that matches everything. */
const ORDER = ['can never match', 'always matches'];

function careIn(policy: OrganizationPolicy, facts: OrganizationFacts): PolicyCare | null {
  const findings = advisePolicy(policy, facts).flatMap((one) => {
    const words = wordsOf(one);
    return words === null ? [] : [{ words, message: one.message }];
  });
  const [first] = findings;
  if (first === undefined) return null;
  const words = ORDER.find((one) => findings.some((finding) => finding.words === one)) ?? first.words;
  return { words, messages: findings.map(({ message }) => message) };
}

/** The organization as the advisor takes it. A part that was not read whole, or not lately, is not known. */
function factsOf({ users, tags, privateKeys, policies, quorum, parts }: OrganizationContent): OrganizationFacts {
  const isKnown = (part: OrganizationPart) => parts[part].readAt !== null && parts[part].problem === null;
  const tagsOf = (kind: string) =>
    isKnown('tags') ? tags.filter((tag) => tag.kind === kind).map(({ id, name }) => ({ id, name })) : null;
  return {
    users: isKnown('users') ? users.map(({ id, name, tagIds }) => ({ id, name, tagIds })) : null,
    userTags: tagsOf('user'),
    privateKeyTags: tagsOf('private key'),
    wallets: null,
    privateKeys: isKnown('tags') ? (privateKeys ?? null) : null,
    addresses: null,
    rootQuorum: isKnown('configuration') ? quorum : null,
    policies: policies.map(({ id, name, effect, condition, consensus, time }) => ({
      policyId: id,
      policyName: name,
      effect,
      condition,
      consensus,
      time,
    })),
  };
}
