import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { JsonObject, ProfileRow } from '../../../shared/model/index.ts';
import {
  GATEWAY_HEADER,
  OPERATIONS,
  type QueryName,
  type QueryRequest,
  type QueryResponse,
  requireOperation,
} from '../../../shared/operations/index.ts';
import { buildQueryBody } from '../../client/index.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Credentials } from '../stamping/credentials.ts';
import { refuseSecrets } from '../stamping/secrets.ts';
import type { Outgoing, Sender } from '../stamping/sender.ts';
import type { SessionKeys } from '../stamping/session-keys.ts';
import { withoutSecrets } from './answers.ts';
import { requireAskedOf } from './asked.ts';
import type { HeardNames } from './heard-names.ts';
import { readFailure } from './read-failure.ts';

export interface Asking {
  /** The current one when absent. */
  readonly profile?: ProfileRow | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The key that stamps it. When absent, the key of the profile’s session, else the profile’s own. */
  readonly credentialId?: string | undefined;
  readonly hexIsNoKey?: boolean | undefined;
}

/**
 * Stamped reads: they change nothing, so nobody is asked, and the vault stamps nothing else with their approvals. Each is in the
 * audit log all the same.
 */
export interface Queries {
  /** Sends a read by its name and returns the checked reply. */
  run(name: string, request: Readonly<Record<string, unknown>>, asking?: Asking): Promise<unknown>;
  /** The same for people to read, without the members that declarations call secret. */
  show(
    name: string,
    request: Readonly<Record<string, unknown>>,
    asking?: Asking,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** The same, typed by the declaration. */
  ask<Name extends QueryName>(
    name: Name,
    request: Omit<QueryRequest<Name>, 'organizationId'>,
    asking?: Asking,
  ): Promise<QueryResponse<Name>>;
}

interface QueryParts {
  readonly profiles: Profiles;
  readonly credentials: Credentials;
  readonly sessions: SessionKeys;
  readonly sender: Sender;
  readonly heard: Pick<HeardNames, 'hear'>;
}

export function createQueries({ profiles, credentials, sessions, sender, heard }: QueryParts): Queries {
  /** The profile as it is now. It may have been removed meanwhile. */
  const rowOf = (name: string) => profiles.list().find((profile) => profile.name === name);
  const learnName = ({ name }: ProfileRow, { organizationName }: QueryResponse<'whoami'>) => {
    if (rowOf(name) !== undefined) profiles.learnName(name, organizationName);
  };
  /** The organizations whose name was asked for, or is being asked for. One without a name is asked once. */
  const asked = new Set<string>();
  /** Pins the organization's name after the first read that the service answers, however the profile was connected. */
  const pinName = async ({ name }: ProfileRow, credentialId: string | undefined, signal: AbortSignal | undefined) => {
    const profile = rowOf(name);
    if (profile === undefined || profile.organizationName !== undefined) return;
    const place = [name, profile.organizationId, profile.baseUrl].join(' ');
    if (asked.has(place)) return;
    asked.add(place);
    try {
      await read(OPERATIONS.whoami.name, {}, { profile, credentialId, signal });
    } catch {
      // The read before it succeeded. The next read asks for the name again.
      asked.delete(place);
    }
  };
  const read: Queries['run'] = async (
    name,
    request,
    { profile = profiles.get(), signal, credentialId, hexIsNoKey } = {},
  ) => {
    const operation = requireOperation(name);
    refuseSecrets(operation, request, hexIsNoKey);
    if (operation.kind === 'activity')
      throw new AppError(
        'INVALID_INPUT',
        sentence`“${name}” is an activity, not a query. Nothing was sent. Submit it.`,
      );
    const url = await sender.url(profile, operation);
    const exchange = async (body: Outgoing['body'], stamp: Outgoing['stamp']) => {
      const outgoing = { profile: profile.name, operation, url, body, stamp };
      return sender.read(outgoing, await sender.send(outgoing, signal));
    };
    if (operation.kind === 'discovery') return exchange(null, null);
    if (operation.kind === 'gateway') {
      return exchange(buildQueryBody(operation, request), { name: GATEWAY_HEADER, value: gatewayOf(profile) });
    }
    const key =
      credentialId === undefined
        ? (sessions.of(profile.name) ?? credentials.reading(profile))
        : credentials.stamping(profile, credentialId);
    const body = buildQueryBody(operation, { organizationId: profile.organizationId, ...request });
    const stamp = await sender.stamp(key, { profile, operation: name, url, body, consent: null });
    const reply = (await exchange(body, stamp)) as JsonObject;
    requireAskedOf(request as JsonObject, reply);
    heard.hear(profile.name, operation, reply);
    if (operation === OPERATIONS.whoami) learnName(profile, reply as QueryResponse<'whoami'>);
    else await pinName(profile, credentialId, signal);
    return reply;
  };
  const run: Queries['run'] = async (...asked) => {
    try {
      return await read(...asked);
    } catch (error) {
      throw readFailure(error);
    }
  };
  return {
    run,
    async show(name, request, asking) {
      const { kind, risk } = requireOperation(name);
      // Without a question to the operator, a read must not let somebody in, nor show a secret that would.
      if (kind === 'gateway' || risk === 'secret')
        throw new AppError('INVALID_INPUT', sentence`“${name}” works only on the command line. Nothing was sent.`);
      return withoutSecrets(await run(name, request, asking));
    },
    ask: (name, request, asking) => run(name, request, asking) as Promise<QueryResponse<typeof name>>,
  };
}

function gatewayOf({ name, authProxyConfigId }: ProfileRow): string {
  if (authProxyConfigId !== null) return authProxyConfigId;
  throw new AppError(
    'INVALID_INPUT',
    sentence`The profile “${name}” names no gateway. Nothing was sent. Set one: castellan profile set ${name} --auth-url URL --auth-proxy-config-id ID.`,
  );
}
