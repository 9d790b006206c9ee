import {
  inQuotes,
  type Member,
  type OrganizationContent,
  type OrganizationPolicy,
} from '../../../../shared/model/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { advisePolicy, type OrganizationFacts } from '../../../../shared/policy-language/index.ts';
import { errorSentence } from '../../../language/sentence.ts';
import { endWords } from '../../../words/ends.ts';
import { activitySentence } from '../../../words/headline.ts';
import { counted } from '../../../words/number.ts';
import type { Names } from '../names.ts';
import { type Quorum, withThreshold } from '../quorum/quorum-rules.ts';
import { type OpenRequest, requestsOf, sameRequest } from './open-requests.ts';

/** The removals in the order in which they are asked. */
export const REMOVALS = ['quorum', 'keys', 'passkeys', 'providers', 'tags', 'requests', 'user'] as const;
export type Removal = (typeof REMOVALS)[number];

/** One request of a removal. */
export interface LeavingStep {
  readonly removal: Removal;
  /** The same for the same thing to remove, also after another read. */
  readonly key: string;
  /** The request in words, with a verb: "Remove 2 API keys: Laptop, CI token". */
  readonly title: string;
  readonly operation: RemovalOperation;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The open request that is this step and waits for votes. Null for none. */
  readonly waiting: OpenRequest | null;
  /** Removals whose requests must be complete before, because the service refuses this one until then. */
  readonly after: readonly Removal[];
}

/** The user who leaves, in the organization as it was last read. */
export interface Leaving {
  readonly user: Member;
  readonly content: OrganizationContent;
  readonly names: Names;
  readonly open: readonly OpenRequest[];
  /** False when there are more open requests than were read. */
  readonly isOpenWhole: boolean;
}

/** Credentials that a login made. They end by themselves. */
const SESSION_TYPES: ReadonlySet<string> = new Set([
  'CREDENTIAL_TYPE_RECOVER_USER_KEY_P256',
  'CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256',
  'CREDENTIAL_TYPE_OTP_AUTH_KEY_P256',
  'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256',
  'CREDENTIAL_TYPE_OAUTH_KEY_P256',
  'CREDENTIAL_TYPE_LOGIN',
]);

/** Returns true for the key of a session. */
export const isSession = ({ type }: Member['keys'][number]): boolean => SESSION_TYPES.has(type);

/** Returns true for a member whose vote the service counts on: a credential that does not end by itself. */
const canAlwaysVote = ({ keys, passkeys, providers }: Member): boolean =>
  passkeys.length + providers.length > 0 || keys.some(({ expiresAt }) => expiresAt === null);

/** Returns the end of the last key of a member who has nothing else to vote with. Null for one without a key that is left. */
const lastEnd = ({ keys }: Member, now: number): number | null => {
  const ends = keys.flatMap(({ expiresAt }) => (expiresAt != null && expiresAt > now ? [expiresAt] : []));
  return ends.length === 0 ? null : Math.max(...ends);
};

/** The root quorum without a user. */
export interface QuorumWithout {
  /** Null for a user who is no member, and for one who cannot be removed. */
  readonly draft: Quorum | null;
  /** The reason why the user cannot be removed now. Null for none. */
  readonly problem: { readonly title: string; readonly text: string } | null;
  /** Why the quorum that remains will be out of reach when keys end. Null when it will not. */
  readonly ending: string | null;
  /** True when the credentials can only be removed after the quorum is changed. */
  readonly isFirst: boolean;
}

const blocked = (title: string, text: string): QuorumWithout => ({
  draft: null,
  problem: { title, text },
  ending: null,
  isFirst: true,
});

/** Returns the reason why a part of the organization is not known now, or null when all were read. */
export function unreadParts(
  { parts }: Pick<OrganizationContent, 'parts'>,
  names: readonly (keyof OrganizationContent['parts'])[],
): { readonly title: string; readonly text: string } | null {
  const unread = names.map((name) => parts[name]).find(({ readAt, problem }) => readAt === null || problem !== null);
  if (unread === undefined) return null;
  return {
    title: 'The organization could not be read',
    text: `${unread.problem === null ? 'The service did not report its users.' : errorSentence(unread.problem)} Nothing is removed until it is read. Refresh the organization.`,
  };
}

/** Returns the root quorum that remains, with as many of today's votes as it has members for. */
export function quorumWithout({ user, content }: Pick<Leaving, 'user' | 'content'>): QuorumWithout {
  const { quorum, users, me } = content;
  if (user.id === me)
    return blocked(
      'This is your own user',
      'Without your key the last requests could not be sent. Nothing was removed. Ask another member to remove you.',
    );
  const unread = unreadParts(content, ['users', 'configuration']);
  if (unread !== null) return blocked(unread.title, unread.text);
  if (quorum === null)
    return blocked(
      'The root quorum is not known',
      'The service did not report its members. Nothing is removed until it does. Refresh the organization.',
    );
  if (!quorum.userIds.includes(user.id)) return { draft: null, problem: null, ending: null, isFirst: false };
  const userIds = quorum.userIds.filter((id) => id !== user.id);
  if (userIds.length === 0)
    return blocked(
      `${user.name} is the only member of the root quorum`,
      'Nobody could change this organization afterwards. Nothing can be removed now. Add another member to the quorum first.',
    );
  const draft = withThreshold({ ...quorum, userIds }, quorum.threshold);
  const members = users.filter(({ id }) => userIds.includes(id));
  const lasting = members.filter(canAlwaysVote).length;
  const now = content.parts.users.readAt ?? 0;
  const ending = members.flatMap((member) => {
    const end = canAlwaysVote(member) ? null : lastEnd(member, now);
    return end === null ? [] : [{ name: member.name, end }];
  });
  const able = lasting + ending.length;
  if (able < draft.threshold)
    return blocked(
      'Too few members of the root quorum could vote',
      `${counted(draft.threshold, 'vote')} would be needed, and ${able === 0 ? 'no other member has' : able === 1 ? 'only 1 other member has' : `only ${able} other members have`} a valid key or passkey. Nothing can be removed now. Give another member one first.`,
    );
  return {
    draft,
    problem: null,
    ending: lasting < draft.threshold ? endingText(ending, now) : null,
    isFirst: lasting < quorum.threshold,
  };
}

const endingText = (ending: readonly { readonly name: string; readonly end: number }[], now: number): string =>
  `${ending.map(({ name, end }) => `${name} (${endWords(end, now).text})`).join(', ')}: no other key and no passkey. When too many of these keys have ended, nobody can change this organization. Give a member a key without an end, or a passkey.`;

/** Returns the removals that the user has something for. Without the quorum nothing can be removed safely. */
export function possibleRemovals(leaving: Leaving): readonly Removal[] {
  const { user, open } = leaving;
  const { draft, problem } = quorumWithout(leaving);
  if (problem !== null) return [];
  const has: Readonly<Record<Removal, boolean>> = {
    quorum: draft !== null,
    keys: user.keys.length > 0,
    passkeys: user.passkeys.length > 0,
    providers: user.providers.length > 0,
    tags: user.tagIds.length > 0,
    requests: requestsOf(user.id, open).made.some(({ row }) => row.canVote),
    user: true,
  };
  return REMOVALS.filter((removal) => has[removal]);
}

/**
 * Returns the requests of the chosen removals, in the order in which the service accepts them. Null when the user cannot
 * be removed now: the requests that are left are then not known.
 */
export function stepsOf(leaving: Leaving, chosen: ReadonlySet<Removal>): readonly LeavingStep[] | null {
  const { draft, isFirst, problem } = quorumWithout(leaving);
  if (problem !== null) return null;
  const possible = possibleRemovals(leaving).filter((removal) => chosen.has(removal));
  const isWaited = (removal: Removal): boolean =>
    draft !== null &&
    (removal === 'user' || (isFirst && (removal === 'keys' || removal === 'passkeys' || removal === 'providers')));
  return possible.flatMap((removal) =>
    requestsFor(removal, leaving, draft).map(({ of = '', title, operation, parameters }) => ({
      removal,
      title,
      operation,
      parameters,
      key: `${removal} ${of}`,
      waiting: sameRequest(OPERATIONS[operation].activityType, parameters, leaving.open),
      after: isWaited(removal) ? (['quorum'] as const) : [],
    })),
  );
}

interface Request {
  /** The id of the thing, where a removal has several requests. */
  readonly of?: string;
  readonly title: string;
  readonly operation: RemovalOperation;
  readonly parameters: Readonly<Record<string, unknown>>;
}
type RemovalOperation =
  | 'update_root_quorum'
  | 'delete_api_keys'
  | 'delete_authenticators'
  | 'delete_oauth_providers'
  | 'update_user_tag'
  | 'reject_activity'
  | 'delete_users';

function requestsFor(removal: Removal, { user, names, open }: Leaving, draft: Quorum | null): readonly Request[] {
  const { id: userId, keys, passkeys, providers, tagIds } = user;
  switch (removal) {
    case 'quorum':
      return draft === null
        ? []
        : [
            {
              title: `Take ${user.name} out of the root quorum, which is then ${draft.threshold} of ${draft.userIds.length}`,
              operation: 'update_root_quorum',
              parameters: { threshold: draft.threshold, userIds: draft.userIds },
            },
          ];
    case 'keys':
      return [
        {
          title: `Remove ${counted(keys.length, 'API key')}: ${listed(keys)}`,
          operation: 'delete_api_keys',
          parameters: { userId, apiKeyIds: keys.map(({ id }) => id) },
        },
      ];
    case 'passkeys':
      return [
        {
          title: `Remove ${counted(passkeys.length, 'passkey')}: ${listed(passkeys)}`,
          operation: 'delete_authenticators',
          parameters: { userId, authenticatorIds: passkeys.map(({ id }) => id) },
        },
      ];
    case 'providers':
      return [
        {
          title: `Remove ${counted(providers.length, 'OAuth provider')}: ${listed(providers)}`,
          operation: 'delete_oauth_providers',
          parameters: { userId, providerIds: providers.map(({ id }) => id) },
        },
      ];
    case 'tags':
      return tagIds.map((userTagId) => ({
        of: userTagId,
        title: `Take the tag ${inQuotes(names.of(userTagId))} from ${user.name}`,
        operation: 'update_user_tag',
        parameters: { userTagId, addUserIds: [], removeUserIds: [userId] },
      }));
    case 'requests':
      return requestsOf(userId, open)
        .made.filter(({ row }) => row.canVote)
        .map(({ row }) => ({
          of: row.fingerprint,
          title: `Reject the open request ${inQuotes(activitySentence(row))}`,
          operation: 'reject_activity',
          parameters: { fingerprint: row.fingerprint },
        }));
    case 'user':
      return [{ title: `Remove the user ${user.name}`, operation: 'delete_users', parameters: { userIds: [userId] } }];
  }
}

const listed = (items: readonly { readonly name: string }[]): string => items.map(({ name }) => name).join(', ');

/** Returns the policies that name a user, or a tag of the user. */
export function policiesNaming({ user, content }: Pick<Leaving, 'user' | 'content'>): readonly OrganizationPolicy[] {
  const ids = [user.id, ...user.tagIds].map((id) => id.toLowerCase());
  return content.policies.filter(({ consensus, condition }) => {
    const text = `${consensus} ${condition}`.toLowerCase();
    return ids.some((id) => text.includes(id));
  });
}

/** Returns the advice about a policy that is true only after the user is removed. It needs the users and tags as read. */
export function adviceAfter(
  policy: OrganizationPolicy,
  { user, content }: Pick<Leaving, 'user' | 'content'>,
): readonly string[] {
  const today = factsOf(content);
  const { draft } = quorumWithout({ user, content });
  const after: OrganizationFacts = {
    ...today,
    users: today.users?.filter(({ id }) => id !== user.id) ?? null,
    rootQuorum: draft ?? today.rootQuorum,
  };
  const before = new Set(advisePolicy(policy, today).map(({ message }) => message));
  return advisePolicy(policy, after)
    .map(({ message }) => message)
    .filter((message) => !before.has(message))
    .map((message) => message.replaceAll(`'${user.id}'`, inQuotes(user.name)));
}

/** The organization as the advisor takes it. A list that was never read is not known. */
function factsOf({ users, tags, quorum, parts }: OrganizationContent): OrganizationFacts {
  const tagsOf = (kind: string) => (parts.tags.readAt === null ? null : tags.filter((tag) => tag.kind === kind));
  return {
    users: parts.users.readAt === null ? null : users,
    userTags: tagsOf('user'),
    privateKeyTags: tagsOf('private key'),
    wallets: null,
    privateKeys: null,
    addresses: null,
    policies: [],
    rootQuorum: quorum,
  };
}
