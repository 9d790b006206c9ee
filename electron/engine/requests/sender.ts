import { AppError } from '../../../shared/errors/index.ts';
import type { AppState } from '../../../shared/ipc/index.ts';
import type { ProfileRow } from '../../../shared/model/index.ts';
import type { Discovery, Operation } from '../../../shared/operations/index.ts';
import { readReply, requestUrl, type TransportReply } from '../../client/index.ts';
import type { Records } from '../../storage/records/index.ts';
import type { Changes } from '../changes.ts';
import type { KeyRecord } from '../keys/key-index.ts';
import type { VaultKeeper } from '../keys/vault-keeper.ts';
import type { ServiceKeeper } from '../service/service-keeper.ts';
import type { EnginePorts } from '../types.ts';

type Remote = Pick<AppState['service'], 'state' | 'problem'>;

export interface Outgoing {
  readonly operation: Operation;
  readonly url: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly stamp: { readonly name: string; readonly value: string };
}

/** The path of every byte that is stamped: audit first, then the vault, then the wire. */
export interface Sender {
  /** State of the current profile's service, as far as the last request told. */
  remote(): Remote;
  baseUrl(profile: ProfileRow): Promise<string>;
  /** Records the exact bytes in the audit log, then has them stamped. What cannot be recorded is not stamped. */
  stamp(
    key: KeyRecord,
    profile: ProfileRow,
    operation: string,
    url: string,
    body: Uint8Array<ArrayBuffer>,
  ): Promise<Outgoing['stamp']>;
  send(outgoing: Outgoing, signal?: AbortSignal): Promise<TransportReply>;
  read(operation: Operation, reply: TransportReply): unknown;
  discover(profile: ProfileRow, operation: Discovery, signal?: AbortSignal): Promise<unknown>;
}

export const REQUEST_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' } as const;

export function createSender(
  ports: EnginePorts,
  records: Records,
  vault: VaultKeeper,
  service: ServiceKeeper,
  changes: Changes,
): Sender {
  let remote: Remote = { state: 'unknown', problem: null };

  const note = (next: Remote) => {
    if (next.state === remote.state) return;
    remote = next;
    changes.tell('state');
  };

  const transport = async (request: Parameters<EnginePorts['transport']>[0]) => {
    try {
      const reply = await ports.transport(request);
      note({ state: 'running', problem: null });
      return reply;
    } catch (error) {
      if (error instanceof AppError && error.code === 'SERVICE_UNREACHABLE') {
        note({ state: 'unreachable', problem: { title: 'The service does not answer', message: error.message } });
        service.noteUnreachable();
      }
      throw error;
    }
  };

  return {
    remote: () => remote,
    baseUrl: async (profile) =>
      profile.kind === 'local' ? (await service.api.ensureLocal()).baseUrl : (profile.baseUrl as string),
    async stamp(key, profile, operation, url, body) {
      // First everything that may refuse, so that the log holds what was stamped and not what was only tried.
      await vault.openWithKey(key);
      records.audit.append({
        at: ports.now(),
        profile: profile.name,
        credentialId: key.id,
        publicKey: key.publicKey,
        operation,
        url,
        body,
      });
      return vault.stamp(key, body);
    },
    send: (outgoing, signal) =>
      transport({
        method: outgoing.operation.method,
        url: outgoing.url,
        headers: { ...REQUEST_HEADERS, [outgoing.stamp.name]: outgoing.stamp.value },
        body: outgoing.body,
        ...(signal === undefined ? {} : { signal }),
      }),
    read: (operation, reply) => readReply(operation, reply, { now: ports.now() }),
    async discover(profile, operation, signal) {
      const url = requestUrl(await this.baseUrl(profile), operation.path);
      const reply = await transport({
        method: operation.method,
        url,
        headers: { Accept: 'application/json' },
        body: null,
        ...(signal === undefined ? {} : { signal }),
      });
      return readReply(operation, reply, { now: ports.now() });
    },
  };
}
