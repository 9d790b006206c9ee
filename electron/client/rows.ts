import {
  type AccountRow,
  type ActivityRow,
  approvalsExpireAt,
  readTimestamp,
  type ValueKind,
} from '../../shared/model/index.ts';
import {
  type Activity,
  findActivityByType,
  placeIn,
  type Wallet,
  type WalletAccount,
} from '../../shared/operations/index.ts';
import { activityOutcome } from './activity.ts';
import { askerOf } from './people.ts';
import { oneLine } from './text.ts';

const MAXIMUM_SUMMARY = 160;
const MAXIMUM_PART = 64;

/** Returns the list row of an activity. An undeclared type is its own title. */
export function toActivityRow(activity: Activity): ActivityRow {
  const operation = findActivityByType(activity.type);
  return {
    activityId: activity.id,
    type: activity.type,
    title: operation?.title ?? oneLine(activity.type, MAXIMUM_PART),
    status: activity.status,
    ...summarize(intentOf(activity, operation?.intentMember), operation?.parameters ?? null),
    words: null,
    askedBy: askerOf(activity),
    approvals: activity.votes.filter(({ selection }) => selection === 'VOTE_SELECTION_APPROVED').length,
    canVote: activityOutcome(activity) === 'consensus' && (activity.canApprove || activity.canReject),
    fingerprint: activity.fingerprint,
    createdAt: readTimestamp(activity.createdAt),
    updatedAt: readTimestamp(activity.updatedAt),
    ...openVotesOf(activity),
  };
}

/**
 * Returns when the votes of an activity that waits for more expire, and whether it wants this operator's approval. Empty for
 * every other activity.
 */
export function openVotesOf(activity: Activity): Pick<ActivityRow, 'expiresAt' | 'wantsVote'> {
  if (activityOutcome(activity) !== 'consensus') return {};
  const approvals = activity.votes.filter(({ selection }) => selection === 'VOTE_SELECTION_APPROVED');
  const expiresAt = approvalsExpireAt(approvals.flatMap(({ createdAt }) => readTimestamp(createdAt) ?? []));
  return { wantsVote: activity.canApprove, ...(expiresAt === null ? {} : { expiresAt }) };
}

/**
 * Returns the list row of an account. The wallet's name and flags come from the wallet, or from the account if it has
 * them.
 */
export function toAccountRow(account: WalletAccount, wallet: Wallet | undefined = account.walletDetails): AccountRow {
  return {
    walletAccountId: account.walletAccountId,
    walletId: account.walletId,
    walletName: wallet?.walletName ?? '',
    name: account.name ?? null,
    address: account.address,
    addressFormat: account.addressFormat,
    curve: account.curve,
    path: account.path,
    publicKey: account.publicKey ?? null,
    caip2Prefix: account.caip2Prefix ?? null,
    exported: wallet?.exported ?? false,
    imported: wallet?.imported ?? false,
    createdAt: readTimestamp(account.createdAt) ?? 0,
  };
}

/** Returns the one member of an intent (docs/protocol.md#activities): the declared one, else the only one present. */
export function intentOf(activity: Activity, member: string | undefined): unknown {
  if (member !== undefined && Object.hasOwn(activity.intent, member)) return activity.intent[member];
  return Object.values(activity.intent)[0];
}

/**
 * Summarizes an intent. Its first text names its object (the account, the wallet), and a list is given by its length.
 * A summary that is this one text, uncut, has the declared kind. Any other is text.
 */
function summarize(
  intent: unknown,
  schema: Parameters<typeof placeIn>[0],
): Pick<ActivityRow, 'summary' | 'summaryKind'> {
  const parts: string[] = [];
  let summaryKind: ValueKind = 'text';
  for (const [name, value] of typeof intent === 'object' && intent !== null ? Object.entries(intent) : []) {
    if (typeof value === 'string' && parts.length === 0 && value !== '') {
      parts.push(oneLine(value, MAXIMUM_PART));
      if (parts[0] === value) summaryKind = placeIn(schema, [name]).kind;
    }
    if (Array.isArray(value)) parts.push(`${oneLine(name, MAXIMUM_PART)}: ${value.length}`);
  }
  return {
    summary: oneLine(parts.join(' · '), MAXIMUM_SUMMARY),
    summaryKind: parts.length === 1 ? summaryKind : 'text',
  };
}
