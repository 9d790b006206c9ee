import { AppError } from '../../../shared/errors/index.ts';
import {
  findOperation,
  type Operation,
  type QueryName,
  type QueryRequest,
  type QueryResponse,
} from '../../../shared/operations/index.ts';
import { buildQueryBody, requestUrl } from '../../client/index.ts';
import type { Credentials } from '../keys/credentials.ts';
import type { Engine } from '../types.ts';
import type { Sender } from './sender.ts';

export interface Queries {
  readonly run: Engine['requests']['query'];
  /** The same, typed by the declaration. */
  ask<Name extends QueryName>(
    name: Name,
    request: Omit<QueryRequest<Name>, 'organizationId'>,
    options?: { profile?: string; signal?: AbortSignal },
  ): Promise<QueryResponse<Name>>;
}

/** The declared operation of that name. Throws UNKNOWN_OPERATION. */
export function requireOperation(name: string): Operation {
  const operation = findOperation(name);
  if (operation === undefined) {
    throw new AppError(
      'UNKNOWN_OPERATION',
      `There is no operation “${name}”. Nothing was sent. \`castellan help call\` lists the known ones.`,
    );
  }
  return operation;
}

/** Stamped reads: they change nothing, so their approval is minted without asking; each is in the audit log all the same. */
export function createQueries(profiles: Engine['profiles'], credentials: Credentials, sender: Sender): Queries {
  const run: Queries['run'] = async (name, request, options = {}) => {
    const operation = requireOperation(name);
    const profile = profiles.get(options.profile);
    if (operation.kind === 'discovery') return sender.discover(profile, operation, options.signal);
    if (operation.kind !== 'query')
      throw new AppError('INVALID_INPUT', `“${name}” is an activity; it is submitted, not asked. Nothing was sent.`);
    const key = credentials.stamping(profile.name);
    const body = buildQueryBody(operation, { organizationId: profile.organizationId, ...request });
    const url = requestUrl(await sender.baseUrl(profile), operation.path);
    const stamp = await sender.stamp(key, profile, name, url, body);
    return sender.read(operation, await sender.send({ operation, url, body, stamp }, options.signal));
  };
  return { run, ask: (name, request, options) => run(name, request, options) as Promise<QueryResponse<typeof name>> };
}
