import type { ActivityDetail, ActivityRow } from '../../../../shared/model/index.ts';

/** A request that waits for votes. */
export interface OpenRequest {
  readonly row: ActivityRow;
  readonly intent: ActivityDetail['intent'];
  readonly votes: ActivityDetail['votes'];
}

/** The open requests that a user made, approved, or may approve. */
export interface UserRequests {
  readonly made: readonly OpenRequest[];
  readonly approved: readonly OpenRequest[];
  readonly awaited: readonly OpenRequest[];
}

/** Returns the open requests of a user. Each is in one of the lists. */
export function requestsOf(userId: string, open: readonly OpenRequest[]): UserRequests {
  const isMade = ({ row }: OpenRequest) => row.askedBy?.userId === userId;
  const isApproved = ({ votes }: OpenRequest) =>
    votes.some((vote) => vote.userId === userId && vote.selection === 'VOTE_SELECTION_APPROVED');
  const others = open.filter((request) => !isMade(request));
  return {
    made: open.filter(isMade),
    approved: others.filter(isApproved),
    awaited: others.filter(
      (request) =>
        !isApproved(request) && (request.row.missing?.from.some((voter) => voter.userId === userId) ?? false),
    ),
  };
}

/**
 * Returns the open request with this type and exactly these values in the same members, or null. The order of a list
 * does not matter.
 */
export function sameRequest(
  type: string,
  parameters: Readonly<Record<string, unknown>>,
  open: readonly OpenRequest[],
): OpenRequest | null {
  const wanted = valuesIn(parameters, '').toSorted();
  return (
    open.find(({ row, intent }) => {
      if (row.type !== type) return false;
      const values = intent.map(({ path, value }) => placed(path.replaceAll(/\[\d+\]/g, '[]'), value)).toSorted();
      return values.length === wanted.length && values.every((value, at) => value === wanted[at]);
    }) ?? null
  );
}

/** Returns the values of parameters with their members, as the rows of an intent spell them: "none" for an empty list. */
function valuesIn(value: unknown, path: string): string[] {
  if (Array.isArray(value))
    return value.length === 0 ? [placed(path, 'none')] : value.flatMap((item) => valuesIn(item, `${path}[]`));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, item]) => valuesIn(item, path === '' ? name : `${path}.${name}`));
  return [placed(path, String(value))];
}

const placed = (path: string, value: string): string => JSON.stringify([path, value]);
