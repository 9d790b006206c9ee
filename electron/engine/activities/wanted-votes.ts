import { isDeepStrictEqual } from 'node:util';
import type { ActivityRow, MissingVotes, ProfileRow } from '../../../shared/model/index.ts';
import type { Base } from '../base.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { ServiceKeeper } from '../service/service-keeper.ts';

/** The status of an activity that waits for votes. */
export const WAITING = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
/** Waiting activities that are asked about at a time, the newest. */
const MAXIMUM_WAITING = 100;

/**
 * The votes that waiting activities still need, as the service inside this program knows them. Other services do not
 * say. They are only shown: the service judges each vote when it is cast.
 */
export interface WantedVotes {
  /** Returns the row with its missing votes, where they are known. */
  withVotes(profile: ProfileRow, row: ActivityRow): ActivityRow;
  /** Null when they are not known. */
  of(profile: ProfileRow, activityId: string): MissingVotes | null;
  /** Asks again about the current profile's waiting activities. */
  refresh(): Promise<void>;
}

interface WantedParts {
  readonly profiles: Pick<Profiles, 'current'>;
  readonly service: Pick<ServiceKeeper, 'own' | 'state'>;
}

export function createWantedVotes(
  { cache, changes, ports }: Pick<Base, 'cache' | 'changes' | 'ports'>,
  { profiles, service }: WantedParts,
): WantedVotes {
  let known = new Map<string, MissingVotes>();
  let asking: Promise<void> | null = null;
  const keyOf = ({ name }: ProfileRow, activityId: string) => `${name} ${activityId}`;
  /** Another service may use the same ids. */
  const isOurs = ({ kind, baseUrl }: ProfileRow) => kind === 'local' || baseUrl === service.state().baseUrl;

  const ask = async () => {
    const profile = profiles.current();
    if (profile === null || !isOurs(profile)) return;
    const { rows } = cache.reader.activities(profile.name, { search: WAITING, offset: 0, limit: MAXIMUM_WAITING });
    const ids = rows.filter(({ status }) => status === WAITING).map(({ activityId }) => activityId);
    const own = ids.length === 0 ? null : service.own();
    const asked = { organizationId: profile.organizationId, activityIds: ids };
    const votes = own === null ? [] : (await own.call('missingVotes', asked)).votes;
    const next = new Map(
      ids.flatMap((id, at) => {
        const missing = votes[at] ?? null;
        return missing === null ? [] : [[keyOf(profile, id), missing] as const];
      }),
    );
    if (isDeepStrictEqual(next, known)) return;
    known = next;
    changes.announce('activities');
  };
  const refresh = () => {
    asking ??= ask()
      .catch(ports.report)
      .finally(() => {
        asking = null;
      });
    return asking;
  };
  changes.on('activities', () => void refresh());

  const of: WantedVotes['of'] = (profile, activityId) => known.get(keyOf(profile, activityId)) ?? null;
  return {
    of,
    refresh,
    withVotes(profile, row) {
      const missing = row.status === WAITING ? of(profile, row.activityId) : null;
      return missing === null ? row : { ...row, missing };
    },
  };
}
