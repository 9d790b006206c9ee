import { equalInAnyCase } from '../../../../shared/model/index.ts';
import type { ActivityParameters } from '../../../../shared/operations/index.ts';
import { publicError } from '../../public-error.ts';
import type { ActivityContext } from '../../request-context.ts';
import type { ActivityHandler } from '../types.ts';
import { listFor } from './open-session.ts';
import { makeCredential } from './sealed-key.ts';

const TYPE = 'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256';

export const createReadWriteSession: ActivityHandler<'create_read_write_session'> = (parameters, context) => {
  const { userId } = parameters;
  return makeSession(parameters, userId === undefined || equalInAnyCase(userId, context.caller.user.userId), context);
};

export const createReadWriteSessionV1: ActivityHandler<'create_read_write_session_v1'> = (parameters, context) =>
  makeSession(parameters, equalInAnyCase(parameters.email, context.caller.user.userEmail ?? ''), context);

/**
 * Makes a key of the caller that expires, sealed to a target key. The commit registers it. Choice (read-write-session):
 * the session belongs to the caller. Throws REQUEST_NOT_AUTHORIZED for another user.
 */
function makeSession(
  parameters: Omit<ActivityParameters<'create_read_write_session'>, 'userId'>,
  isOfCaller: boolean,
  context: ActivityContext,
) {
  const { organization, user } = context.caller;
  if (!isOfCaller)
    throw publicError(
      'REQUEST_NOT_AUTHORIZED',
      'request not authorized: a read-write session is only for the user who asks; register a key of another user with create_api_keys',
    );
  const credential = makeCredential(user, parameters, { credentialType: TYPE, name: 'Read Write Session' }, context);
  return () => {
    const list = listFor(user, context.proposedWith, context.store);
    const apiKeyId = credential.register();
    if (list !== undefined) context.store.ipAllowlists.put({ ...list, publicKey: credential.publicKey });
    const { organizationId, organizationName } = organization;
    const { userId, userName: username } = user;
    return { organizationId, organizationName, userId, username, apiKeyId, credentialBundle: credential.bundle };
  };
}
