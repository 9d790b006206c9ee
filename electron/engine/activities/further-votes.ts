import { AppError } from '../../../shared/errors/index.ts';
import type { AskedVotes } from '../../../shared/ipc/index.ts';
import type { ProfileRow } from '../../../shared/model/index.ts';
import { findOperation, OPERATIONS } from '../../../shared/operations/index.ts';
import { oneLine } from '../../client/index.ts';
import type { Key } from '../keys/key-index.ts';
import type { ServiceKeeper } from '../service/service-keeper.ts';
import { within } from '../tools/within.ts';

/** A question is not held up for longer by the service that decides beside it. */
const WAIT_MILLISECONDS = 2_000;
/** Characters of a name in a question. */
const MAXIMUM_NAME = 40;
/** Users that are handed to a question, which names a few and counts the others. */
const MAXIMUM_FROM = 100;

/** A request that is about to be stamped, as text. */
interface AskedBody {
  readonly profile: ProfileRow;
  readonly key: Pick<Key, 'publicKey'>;
  readonly operation: string | null;
  readonly body: string;
}

/**
 * Returns the votes that a request needs after its stamp, as the service inside this program would decide it now. No
 * other service is believed, so `unknown` for those, and where that service does not answer within two seconds. Null for
 * a read and for a rejection, which need none.
 */
export type FindFurtherVotes = (asked: AskedBody) => Promise<AskedVotes>;

export function createFurtherVotes(service: Pick<ServiceKeeper, 'own' | 'state'>): FindFurtherVotes {
  /** Another service may have the same organization and keys. */
  const isOurs = ({ kind, baseUrl }: ProfileRow) =>
    kind === 'local' || (baseUrl !== null && baseUrl === service.state().baseUrl);

  return async ({ profile, key, operation: name, body }) => {
    const operation = findOperation(name ?? '');
    if (operation?.kind !== 'activity' || operation.name === OPERATIONS.reject_activity.name) return null;
    const own = isOurs(profile) ? service.own() : null;
    if (own === null) return 'unknown';
    const { organizationId } = profile;
    try {
      const asking = own.call('furtherVotes', { organizationId, publicKey: key.publicKey, body });
      const votes = (await within(WAIT_MILLISECONDS, asking))?.votes ?? null;
      if (votes === null) return 'unknown';
      const from = votes.from
        .slice(0, MAXIMUM_FROM)
        .map((person) => ({ ...person, name: person.name === null ? null : oneLine(person.name, MAXIMUM_NAME) }));
      return { ...votes, from };
    } catch (error) {
      if (error instanceof AppError) return 'unknown';
      throw error;
    }
  };
}
