import type { AskedVote } from '../../../shared/ipc/index.ts';
import type { ProfileRow } from '../../../shared/model/index.ts';
import { findOperation } from '../../../shared/operations/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { parametersIn } from '../../client/index.ts';
import type { FindRequested } from '../activities/requested.ts';
import { storedActivity } from '../activities/stored-activity.ts';
import type { Base } from '../base.ts';
import type { ReplacedRequest } from './drafts.ts';
import { PAYING, spendsOf } from './spends.ts';

/** The completed payments of a profile that are compared, the newest first. */
const MAXIMUM_COMPARED = 500;

/**
 * Finds the earlier payment that the activity of an approving vote replaces. It is of the same account, and has the same
 * nonce or spends the same output. Only requests that this machine signed or voted for are compared, so the service
 * can claim none. Null where nothing is proven.
 */
export type FindReplaced = (profile: ProfileRow, vote: AskedVote | null) => ReplacedRequest | null;

export function createFindReplaced({ cache }: Pick<Base, 'cache'>, findRequested: FindRequested): FindReplaced {
  return (profile, vote) => {
    if (vote?.approves !== true || vote.meaning === null) return null;
    const operation = findOperation(vote.meaning.operation ?? '');
    if (operation?.kind !== 'activity') return null;
    const wanted = new Set(spendsOf(operation, parametersIn(utf8Encode(vote.body))));
    if (wanted.size === 0) return null;
    const types = PAYING.map(({ activityType }) => activityType);
    for (const { json } of cache.reader.completed(profile.name, types, MAXIMUM_COMPARED)) {
      const activity = storedActivity(json);
      const requested = activity === null ? null : findRequested(profile, activity);
      if (requested === null || 'why' in requested || requested.origin === 'shown') continue;
      if (spendsOf(requested.operation, requested.parameters).some((spend) => wanted.has(spend)))
        return { body: requested.body };
    }
    return null;
  };
}
