import { AppError, sentence, textOf } from '../../../shared/errors/index.ts';
import type { AppState } from '../../../shared/ipc/index.ts';
import type { ProfileRow } from '../../../shared/model/index.ts';
import type { Operation } from '../../../shared/operations/index.ts';
import { keyRefusalOf, parseBody, readReply, requestUrl, type TransportReply } from '../../client/index.ts';
import type { Audit } from '../audit/audit.ts';
import type { Base } from '../base.ts';
import type { StampHeader } from '../consent/approvals.ts';
import type { Consent } from '../consent/consents.ts';
import type { Key, SessionKey } from '../keys/key-index.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { ServiceHost } from '../profiles/served-here.ts';
import { createAddressFile } from '../service/address-file.ts';
import type { ServiceKeeper } from '../service/service-keeper.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import type { Stamper } from './stamper.ts';

type Remote = Pick<AppState['service'], 'state' | 'problem'>;
const UNKNOWN: Remote = { state: 'unknown', problem: null };
const RUNNING: Remote = { state: 'running', problem: null };

/**
 * A request as it is sent. Public documents have neither body nor stamp. Requests to the gateway carry its id instead
 * of a stamp.
 */
export interface Outgoing {
  /** The name of the profile. */
  readonly profile: string;
  readonly operation: Operation;
  readonly url: string;
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly stamp: StampHeader | null;
}

/** The part of a sent request that its reply is read by. */
type Sent = Pick<Outgoing, 'profile' | 'operation' | 'stamp'>;

/** The audit log's facts about a stamp, and the consent to it. */
export interface Stamping {
  readonly profile: ProfileRow;
  readonly operation: string;
  readonly url: string;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Null for a read, which needs none. */
  readonly consent: Consent | null;
}

/** The path of every byte that is stamped: the profile as it was confirmed, the audit log, the vault, then the wire. */
export interface Sender {
  /** The state of a profile's service after its last request. `refused` until it takes a stamped one. */
  remote(profile: string): Remote;
  /**
   * The URL of an operation. Starts the embedded service for every profile that it serves. Then it returns the address of
   * that service alone, because another program may have taken the port. Throws PROFILE_CHANGED, AUDIT_UNAVAILABLE.
   */
  url(profile: ProfileRow, operation: Operation): Promise<string>;
  /**
   * Records the exact bytes in the audit log, then has them stamped. Unrecorded bytes are never stamped. `recorded` is
   * called between the two, with the number of the entry.
   */
  stamp(key: Key | SessionKey, stamping: Stamping, recorded?: (entry: number) => void): Promise<StampHeader>;
  headers(stamp: StampHeader | null): Record<string, string>;
  send(outgoing: Outgoing, signal?: AbortSignal): Promise<TransportReply>;
  /**
   * Checks the reply against the operation's declaration, and notes the state of the service. Throws the service's
   * refusal.
   */
  read(sent: Sent, reply: TransportReply): unknown;
}

interface SenderParts {
  readonly profiles: Profiles;
  readonly vault: VaultKeeper;
  readonly stamper: Stamper;
  readonly service: ServiceKeeper;
}

export function createSender({ ports, changes, index }: Base, audit: Audit, parts: SenderParts): Sender {
  const { profiles, vault, stamper, service } = parts;
  const address = createAddressFile(ports.paths.service);
  const reached = new Map<string, Remote>();
  /** The refusals of keys, until the service takes a stamp or the profile has other keys. */
  const refusals = new Map<string, { readonly keys: string; readonly remote: Remote }>();
  const keysOf = (profile: string) =>
    index
      .keys('stamp', profile)
      .filter(({ retired }) => retired !== true)
      .map(({ id }) => id)
      .join(' ');
  // A later profile with the same name has another service and other keys.
  changes.on('state', () => {
    if (reached.size === 0) return;
    const names = new Set(profiles.list().map(({ name }) => name));
    for (const name of reached.keys()) if (!names.has(name)) reached.delete(name);
    for (const [name, { keys }] of refusals) if (!names.has(name) || keysOf(name) !== keys) refusals.delete(name);
  });
  const remote: Sender['remote'] = (profile) => {
    const last = reached.get(profile) ?? UNKNOWN;
    return last.state === 'running' ? (refusals.get(profile)?.remote ?? last) : last;
  };

  /** Reports a change that `apply` makes to the state of a profile's service. */
  const note = (profile: string, apply: () => void) => {
    const before = remote(profile);
    apply();
    const after = remote(profile);
    if (after.state !== before.state || after.problem?.message !== before.problem?.message) changes.announce('state');
  };

  const noteReply = ({ profile, operation, stamp }: Sent, reply: TransportReply) =>
    note(profile, () => {
      reached.set(profile, RUNNING);
      // A request without the key says nothing of the key.
      if (stamp === null || operation.kind === 'gateway') return;
      const problem = refusalOfKey(reply);
      if (problem === null) refusals.delete(profile);
      else refusals.set(profile, { keys: keysOf(profile), remote: { state: 'refused', problem } });
    });

  const refusalOfKey = (reply: TransportReply): Remote['problem'] => {
    const reason = keyRefusalOf(reply, ports.clock.now());
    return reason === null ? null : { title: 'The service refuses this key', message: textOf(reason) };
  };

  const headers: Sender['headers'] = (stamp) => ({
    Accept: 'application/json',
    ...(stamp === null ? {} : { 'Content-Type': 'application/json', [stamp.name]: stamp.value }),
  });

  return {
    remote,
    async url(profile, operation) {
      const host = hostOf(operation);
      const isEmbedded = address.serves(profile, host);
      // A command opens the vault by itself, which takes as long as the start of a process.
      if (isEmbedded && ports.autoUnlock) service.prepareLocal();
      await profiles.requireConfirmed(profile);
      // A profile without a gateway is refused by its missing address.
      if (!isEmbedded) return requestUrl(profile[host] ?? '', operation.path);
      // A request must not start the service of a locked vault.
      await vault.open();
      return requestUrl((await service.startLocal())[host], operation.path);
    },
    async stamp(key, { profile, operation, url, body, consent }, recorded) {
      // Runs every check that may refuse first, so that the log holds only stamps and no attempts.
      const ready = await stamper.ready(key);
      try {
        const entry = await audit.append(key, {
          at: ports.clock.now(),
          profile: profile.name,
          credentialId: key.id,
          publicKey: key.publicKey,
          operation,
          url,
          body,
        });
        recorded?.(entry);
        return await ready.stamp(body, consent);
      } finally {
        ready.end();
      }
    },
    headers,
    async send(outgoing, signal) {
      const { profile, operation, url, body, stamp } = outgoing;
      try {
        const reply = await ports.transport({
          method: operation.method,
          url,
          headers: headers(stamp),
          body,
          once: operation.kind === 'activity',
          ...(signal === undefined ? {} : { signal }),
        });
        return reply;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'SERVICE_UNREACHABLE') throw error;
        const row = profiles.list().find(({ name }) => name === profile);
        const isEmbedded = row !== undefined && address.serves(row, hostOf(operation));
        const fault = isEmbedded ? localUnreachable(error) : error;
        const problem = { title: 'The service does not answer', message: fault.message };
        note(profile, () => void reached.set(profile, { state: 'unreachable', problem }));
        service.noteUnreachable();
        throw fault;
      }
    },
    read(sent, reply) {
      try {
        const value = readReply(sent.operation, reply, { now: ports.clock.now() });
        noteReply(sent, reply);
        return value;
      } catch (error) {
        const problem = invalidReply(error, reply);
        if (problem === null) noteReply(sent, reply);
        else note(sent.profile, () => void reached.set(sent.profile, { state: 'invalid', problem }));
        throw error;
      }
    },
  };
}

const hostOf = ({ kind }: Operation): ServiceHost => (kind === 'gateway' ? 'authUrl' : 'baseUrl');

/** Returns why a reply is not that of a custody service. Null for one that is, also for a refusal. */
function invalidReply(error: unknown, { status, body }: TransportReply): Remote['problem'] {
  const invalid = (message: string) => ({ title: 'The address does not answer as a custody service', message });
  if (error instanceof AppError && error.code === 'SERVICE_REPLY_INVALID') return invalid(error.message);
  if (status < 400 || typeof parseBody(body) === 'object') return null;
  const { message } = new AppError(
    'SERVICE_REPLY_INVALID',
    sentence`The address answered with HTTP ${status} and without a reason in JSON. The reply was not used. Check that the profile’s address is that of a custody service.`,
  );
  return invalid(message);
}

/** The operator has no address or network to check for the service of this machine, which ends with a lock too. */
const localUnreachable = (error: AppError): AppError =>
  new AppError(
    error.code,
    sentence`The local service did not answer. It starts again by itself, and after a lock with the vault.`,
    { outcome: error.outcome, hint: error.hint, fields: error.fields, cause: error },
  );
