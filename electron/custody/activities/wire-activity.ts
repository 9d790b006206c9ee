import { toTimestamp } from '../../../shared/model/index.ts';
import type { Activity } from '../../../shared/operations/index.ts';
import type { ServiceContext } from '../context.ts';
import type { ActivityRow, ApiKeyRow, UserRow, VoteRow } from '../store/index.ts';
import { DIALECT } from './dialect.ts';

/**
 * An activity as it goes out, members in the order of the public service's captures (PROTOCOL 2.3). `canReject` stays true
 * after completion and `failure` is an explicit null, as captured.
 */
export function wireActivity(row: ActivityRow, context: ServiceContext): Activity {
  const time = DIALECT[context.dialect].activityTime;
  return {
    id: row.activityId,
    organizationId: row.organizationId,
    status: row.status,
    type: row.type,
    intent: JSON.parse(row.intent),
    result: row.result === null ? null : JSON.parse(row.result),
    votes: context.store.activities.votesOn(row.activityId).map((vote) => wireVote(vote, context)),
    fingerprint: row.fingerprint,
    canApprove: false,
    canReject: true,
    createdAt: time(row.createdAt),
    updatedAt: time(row.updatedAt),
    failure: null,
  };
}

function wireVote(vote: VoteRow, context: ServiceContext) {
  const user = context.store.organizations.findUser(vote.userId);
  return {
    id: vote.voteId,
    userId: vote.userId,
    ...(user === undefined ? {} : { user: wireUser(user, context.store.organizations.apiKeysOf(user.userId)) }),
    activityId: vote.activityId,
    selection: vote.selection,
    message: vote.message,
    publicKey: vote.publicKey,
    signature: vote.signature,
    scheme: vote.scheme,
    createdAt: toTimestamp(vote.createdAt),
  };
}

/** A user with everything that can belong to one; the lists that this service has nothing for are empty. */
function wireUser(user: UserRow, apiKeys: readonly ApiKeyRow[]) {
  return {
    userId: user.userId,
    userName: user.userName,
    ...(user.userEmail === null ? {} : { userEmail: user.userEmail }),
    authenticators: [],
    apiKeys: apiKeys.map(wireApiKey),
    userTags: [],
    oauthProviders: [],
    createdAt: toTimestamp(user.createdAt),
    updatedAt: toTimestamp(user.updatedAt),
    mfaPolicies: [],
  };
}

export function wireApiKey(row: ApiKeyRow) {
  return {
    credential: { publicKey: row.publicKey, type: row.credentialType },
    apiKeyId: row.apiKeyId,
    apiKeyName: row.apiKeyName,
    createdAt: toTimestamp(row.createdAt),
    updatedAt: toTimestamp(row.updatedAt),
    ...(row.expirationSeconds === null ? {} : { expirationSeconds: String(row.expirationSeconds) }),
  };
}
