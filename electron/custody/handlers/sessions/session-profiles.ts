import { toTimestamp } from '../../../../shared/model/index.ts';
import type { ActivityParameters } from '../../../../shared/operations/index.ts';
import { randomUuid } from '../../../crypto/index.ts';
import { requireSound } from '../../policies/sound.ts';
import { found } from '../../public-error.ts';
import type { ActingContext } from '../../request-context.ts';
import type { SessionProfileRow } from '../../store/index.ts';
import { identifiersOf } from '../organizations/velocity-controls.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';

export const createSessionProfile: ActivityHandler<'create_session_profile'> = (parameters, context) => {
  const { sessionProfileName, scope, expirationSeconds, notes = '' } = parameters;
  return () => {
    checkScope(parameters, context);
    const { store, caller, requestedAt } = context;
    const { organizationId } = caller.organization;
    const sessionProfileId = randomUuid();
    store.sessionProfiles.insert({
      sessionProfileId,
      organizationId,
      sessionProfileName,
      scope,
      expirationSeconds: expirationSeconds === undefined ? null : Number(expirationSeconds),
      notes,
      createdAt: requestedAt,
      updatedAt: requestedAt,
    });
    return { sessionProfileId };
  };
};

/** Throws REQUEST_INVALID for a scope that cannot be parsed or can never hold. */
export function checkScope(
  { scope }: Pick<ActivityParameters<'create_session_profile'>, 'scope'>,
  context: ActingContext,
): void {
  requireSound('invalid session profile scope', 'condition', scope, identifiersOf(context));
}

export const getSessionProfile: QueryHandler<'get_session_profile'> = ({ sessionProfileId }, context) => ({
  sessionProfile: wireProfile(findSessionProfile(sessionProfileId, context)),
});

export const getSessionProfiles: QueryHandler<'get_session_profiles'> = (_request, context) => ({
  sessionProfiles: ownersOf(context).flatMap((owner) => context.store.sessionProfiles.list(owner).map(wireProfile)),
});

/** A profile of the caller's organization or of its parent. Throws NOT_FOUND. */
export function findSessionProfile(sessionProfileId: string, context: ActingContext): SessionProfileRow {
  const profile = context.store.sessionProfiles.find(sessionProfileId);
  const isSeen = profile !== undefined && ownersOf(context).includes(profile.organizationId);
  return found(isSeen ? profile : undefined, 'session profile');
}

function ownersOf({ caller: { organization } }: ActingContext): string[] {
  const { organizationId, parentOrganizationId } = organization;
  return [organizationId, ...(parentOrganizationId === null ? [] : [parentOrganizationId])];
}

function wireProfile({ organizationId: _, expirationSeconds, createdAt, updatedAt, ...profile }: SessionProfileRow) {
  return {
    ...profile,
    ...(expirationSeconds === null ? {} : { expirationSeconds: String(expirationSeconds) }),
    createdAt: toTimestamp(createdAt),
    updatedAt: toTimestamp(updatedAt),
  };
}
