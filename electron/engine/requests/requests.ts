import { AppError } from '../../../shared/errors/index.ts';
import type { ProfileRow, UnsettledRequest } from '../../../shared/model/index.ts';
import { requireOperation } from '../../../shared/operations/index.ts';
import { utf8Decode } from '../../../shared/wire/index.ts';
import { parametersIn } from '../../client/index.ts';
import type { Base } from '../base.ts';
import type { Credentials } from '../keys/credentials.ts';
import type { VaultKeeper } from '../keys/vault-keeper.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { ServiceKeeper } from '../service/service-keeper.ts';
import { fingerprintOf } from '../verify/verify.ts';
import type { Confirm } from './confirmation.ts';
import type { Delivery } from './delivery.ts';
import type { Drafts, PreparedRequest } from './drafts.ts';
import type { Follower, Following, SettleStage, SubmittedRequest } from './follower.ts';
import { refuseSecretBytes, refuseSecrets } from './secrets.ts';
import type { Sender, Stamp } from './sender.ts';

export interface Preparing {
  /** The current one when absent. */
  readonly profile?: ProfileRow | undefined;
  /** The operator said that text of 64 hexadecimal digits is no private key. */
  readonly hexIsNoKey?: boolean | undefined;
}

/** The one path of every request: prepared, confirmed, recorded, stamped, journaled, sent, followed, checked. */
export interface Requests {
  /**
   * Makes the body and its meaning; nothing is stamped. For an activity the object is its parameters, for a query its
   * body (organizationId is added); only activities can be submitted, both can be shown by `dryRun`.
   * Throws SECRET_REFUSED and SECRET_SUSPECTED.
   */
  prepare(
    operation: string,
    parameters: Readonly<Record<string, unknown>>,
    options?: Preparing,
  ): Promise<PreparedRequest>;
  /** What would be sent, stamped but not sent and not journaled. Audited like every stamp. The request stays prepared. */
  dryRun(requestId: string): Promise<{ method: string; url: string; headers: Record<string, string>; body: string }>;
  submit(requestId: string, following?: Following): Promise<SubmittedRequest>;
  discard(requestId: string): Promise<void>;
  unsettled(): UnsettledRequest[];
  settle(requestId: string, following?: Following<SettleStage>): Promise<SubmittedRequest>;
  /** Stamps bytes the operator gives (command line `stamp`); audited. Throws SECRET_REFUSED. */
  stamp(
    body: Uint8Array<ArrayBuffer>,
    options?: { profile?: ProfileRow; credentialId?: string | undefined },
  ): Promise<Stamp>;
}

interface RequestParts {
  readonly profiles: Profiles;
  readonly credentials: Credentials;
  readonly vault: VaultKeeper;
  readonly service: ServiceKeeper;
  readonly sender: Sender;
  readonly drafts: Drafts;
  readonly confirm: Confirm;
  readonly delivery: Delivery;
  readonly follower: Follower;
}

export function createRequests({ ports, records, changes }: Base, parts: RequestParts): Requests {
  const { profiles, credentials, sender, drafts, confirm, delivery, follower } = parts;
  const { journal } = records;
  return {
    prepare: async (operation, parameters, { profile = profiles.get(), hexIsNoKey } = {}) => {
      refuseSecrets(requireOperation(operation), parameters, hexIsNoKey);
      return drafts.prepare(operation, parameters, profile);
    },
    async dryRun(requestId) {
      const draft = drafts.get(requestId);
      const { operation, profile, key, body } = draft;
      const consent = operation.kind === 'activity' ? await confirm(draft) : null;
      const url = await sender.url(profile, operation);
      const stamp = await sender.stamp(key, { profile, operation: operation.name, url, body, consent });
      return { method: operation.method, url, headers: sender.headers(stamp), body: utf8Decode(body) };
    },
    async submit(requestId, following = {}) {
      const draft = drafts.take(requestId);
      const { operation, profile, key, body } = draft;
      try {
        following.progress?.('confirming');
        const consent = await confirm(draft, following.signal);
        following.progress?.('recording');
        const url = await sender.url(profile, operation);
        const stamping = { profile, operation: operation.name, url, body, consent };
        const stamp = await sender.stamp(key, stamping, () => following.progress?.('stamping'));
        if (following.signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled before anything was sent.');
        const fingerprint = fingerprintOf(body);
        journal.prepare({
          requestId,
          operation: operation.name,
          title: titleOf(operation.title, body),
          url,
          body,
          fingerprint,
          profile: profile.name,
          credentialId: key.id,
          stampName: stamp.name,
          stampValue: stamp.value,
          at: ports.clock.now(),
        });
        following.progress?.('sending');
        const request = { requestId, profile, operation, url, body, stamp, fingerprint, sentBefore: false };
        const answered = await delivery.deliver(request, following.signal);
        const submitted = await follower.finish(request, answered, following);
        parts.vault.acknowledge();
        parts.service.acknowledge();
        return submitted;
      } catch (error) {
        const entry = journal.get(requestId);
        // Nothing left this machine, or the service wants nothing of it: it is prepared anew when it is still wanted.
        if (entry === null || entry.status === 'REFUSED') await drafts.drop(draft);
        throw error;
      }
    },
    async discard(requestId) {
      if (await drafts.discard(requestId)) return;
      journal.discard(requestId, ports.clock.now());
      changes.tell('requests');
    },
    unsettled: () => journal.unsettled(),
    async settle(requestId, following = {}) {
      const entry = journal.get(requestId);
      if (entry === null || (entry.state !== 'prepared' && entry.state !== 'sent')) {
        throw new AppError('NOT_FOUND', 'There is no unsettled request with this id. Nothing was sent.');
      }
      const operation = requireOperation(entry.operation);
      if (operation.kind !== 'activity')
        throw new AppError('NOT_FOUND', 'Only activities are settled. Nothing was sent.');
      const profile = profiles.get(entry.profile);
      const url = await sender.url(profile, operation);
      if (profile.kind === 'remote' && url !== entry.url) {
        throw new AppError(
          'NOT_FOUND',
          `This request belongs to ${entry.url}, but the profile “${profile.name}” is for ${url} now. Nothing was sent.`,
        );
      }
      following.progress?.('sending');
      const { body, fingerprint } = entry;
      const stamp = { name: entry.stampName, value: entry.stampValue };
      const sentBefore = entry.state === 'sent';
      const request = { requestId, profile, operation, url, body, stamp, fingerprint, sentBefore };
      const answered = await delivery.deliver(request, following.signal).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'CLOCK_SKEW' && sentBefore) return delivery.find(request);
        throw error;
      });
      return follower.finish(request, answered, following);
    },
    async stamp(body, { profile = profiles.get(), credentialId } = {}) {
      refuseSecretBytes(body);
      const key = credentials.stamping(profile, credentialId);
      const consent = await confirm({ profile, key, body });
      return sender.stamp(key, { profile, operation: 'stamp', url: '', body, consent });
    },
  };
}

/** What a request is about, in words: its operation, and the name of what it makes where it has one: Create wallet “Hot”. */
function titleOf(title: string, body: Uint8Array): string {
  const named = Object.entries(parametersIn(body)).find(
    ([member, value]) => member.endsWith('Name') && typeof value === 'string',
  );
  return named === undefined ? title : `${title} “${named[1]}”`;
}
