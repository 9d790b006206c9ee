import { AppError, sentence } from '../../../shared/errors/index.ts';
import {
  inQuotes,
  isJsonObject,
  type ProfileRow,
  type TokenAt,
  type UnsettledRequest,
} from '../../../shared/model/index.ts';
import { type ActivityOperation, nameIn, type Operation, requireOperation } from '../../../shared/operations/index.ts';
import { utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { oneLine, parametersIn } from '../../client/index.ts';
import type { BatchLine } from '../../storage/records/index.ts';
import type { Audit } from '../audit/audit.ts';
import type { Base } from '../base.ts';
import type { StampHeader } from '../consent/approvals.ts';
import { askedProfile } from '../consent/consents.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { ServiceKeeper } from '../service/service-keeper.ts';
import type { Credentials } from '../stamping/credentials.ts';
import { refuseSecretBytes, refuseSecrets } from '../stamping/secrets.ts';
import type { Sender } from '../stamping/sender.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import { fingerprintOf } from '../verify/verify.ts';
import { type Confirm, type Confirmation, contentDigest } from './confirmation.ts';
import type { Delivery } from './delivery.ts';
import type { Draft, Drafts, PreparedRequest } from './drafts.ts';
import type { Follower, Following, SettleStage, SubmittedRequest } from './follower.ts';
import { createOnTheirWay } from './on-their-way.ts';
import type { Preparing } from './preparing.ts';

/** Characters of a reason. */
const MAXIMUM_REASON = 500;

/** An activity with the operator's confirmation of its exact bytes. */
export type ConfirmedRequest = Pick<Draft, 'profile' | 'key' | 'body'> & {
  readonly operation: ActivityOperation;
  /** The line of a batch that it signs. */
  readonly line?: BatchLine;
};

/** The one path of every request: prepared, confirmed, recorded, stamped, journaled, sent, followed, checked. */
export interface Requests {
  /**
   * Makes the body and stamps nothing. For an activity the object is its parameters, for a query its
   * body (organizationId is added). Only activities can be submitted. `dryRun` can show both. Throws SECRET_REFUSED,
   * SECRET_SUSPECTED, and INVALID_INPUT for a target key that must not be given.
   */
  prepare(
    operation: string,
    parameters: Readonly<Record<string, unknown>>,
    options?: Preparing,
  ): Promise<PreparedRequest>;
  /**
   * Returns the stamped request without sending or journaling it. Audited like every stamp. The request stays prepared.
   */
  dryRun(requestId: string): Promise<{ method: string; url: string; headers: Record<string, string>; body: string }>;
  submit(requestId: string, following?: Following): Promise<SubmittedRequest>;
  /**
   * Submits a request that was confirmed together with others. Its id must be new to the journal, and its contents are
   * refused while the same ones are under way.
   */
  submitConfirmed(
    requestId: string,
    request: ConfirmedRequest,
    confirmation: Confirmation,
    following?: Following,
  ): Promise<SubmittedRequest>;
  discard(requestId: string): Promise<void>;
  unsettled(): UnsettledRequest[];
  settle(requestId: string, following?: Following<SettleStage>): Promise<SubmittedRequest>;
  /**
   * Ends a sent request with an unknown outcome, after the operator confirms. The audit log and the journal record the
   * reason. Throws NOT_FOUND, INVALID_INPUT for a request that was not sent, SECRET_REFUSED, NOT_CONFIRMED.
   */
  giveUp(requestId: string, reason: string): Promise<void>;
  /** Stamps bytes that the operator gives (command line `stamp`). Audited. Throws SECRET_REFUSED. */
  stamp(
    body: Uint8Array<ArrayBuffer>,
    options?: { profile?: ProfileRow; credentialId?: string | undefined },
  ): Promise<StampHeader>;
}

interface RequestParts {
  readonly audit: Audit;
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

export function createRequests({ ports, records, changes, consents, index }: Base, parts: RequestParts): Requests {
  const { profiles, credentials, sender, drafts, confirm, delivery, follower } = parts;
  const { journal } = records;
  /**
   * Contents with an open question or signature. A second question for them could not show that they were signed
   * before.
   */
  const underWay = new Set<string>();
  const onTheirWay = createOnTheirWay(() => changes.announce('requests'));

  const openEntry = (requestId: string) => {
    const entry = journal.get(requestId);
    if (entry !== null && (entry.state === 'prepared' || entry.state === 'sent')) return entry;
    throw new AppError('NOT_FOUND', 'There is no open request with this id. Nothing was sent or changed.');
  };

  /** Records, stamps, journals, sends and follows a confirmed request. Nothing is sent when the signal aborts before. */
  const carryOut = async (
    requestId: string,
    { operation, profile, key, body, line }: ConfirmedRequest,
    { consent, outpoints, noteStamped }: Confirmation,
    following: Following,
  ): Promise<SubmittedRequest> => {
    const content = contentDigest(operation, body);
    following.progress?.('recording');
    const url = await sender.url(profile, operation);
    const stamping = { profile, operation: operation.name, url, body, consent };
    let entry = 0;
    const stamp = await sender.stamp(key, stamping, (recorded) => {
      entry = recorded;
      following.progress?.('stamping');
    });
    noteStamped();
    if (following.signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled before anything was sent.');
    const fingerprint = fingerprintOf(body);
    const prepared = {
      requestId,
      operation: operation.name,
      title: titleOf(operation.title, body, line ?? null),
      url,
      body,
      fingerprint,
      profile: profile.name,
      credentialId: key.id,
      stampName: stamp.name,
      stampValue: stamp.value,
      content,
      entry,
      at: ports.clock.now(),
    };
    journal.prepare(prepared, outpoints, line ?? null);
    following.progress?.('sending');
    const request = { requestId, profile, operation, url, body, stamp, fingerprint, sentBefore: false };
    const deliver = async () => follower.finish(request, await delivery.deliver(request, following.signal), following);
    return onTheirWay.run(requestId, deliver);
  };

  /** The token of a key that stamps for a profile, as it was confirmed. Throws NOT_FOUND, PROFILE_CHANGED, INVALID_INPUT. */
  const tokenOf = async (profile: ProfileRow, credentialId: string): Promise<TokenAt> => {
    await profiles.requireConfirmed(profile);
    const { profile: named, token } = credentials.get(credentialId);
    if (named !== profile.name || token === null)
      throw new AppError('INVALID_INPUT', 'This key is not on a token of the profile. Nothing was made or sent.');
    const { module, label, serial } = token;
    return { module, label, serial, slot: null };
  };

  return {
    prepare: async (operation, parameters, options = {}) => {
      const {
        profile = profiles.get(),
        hexIsNoKey,
        makesTarget,
        targetBeside,
        derived = [],
        findings = [],
        replaces = null,
      } = options;
      refuseSecrets(requireOperation(operation), parameters, hexIsNoKey);
      if (makesTarget === true && isExport(requireOperation(operation))) refuseTarget(parameters);
      const at = targetBeside === undefined ? null : await tokenOf(profile, targetBeside);
      return drafts.prepare(operation, parameters, profile, { at, derived, findings, replaces });
    },
    async dryRun(requestId) {
      const draft = drafts.get(requestId);
      const { operation, profile, key, body } = draft;
      const confirmed = operation.kind === 'activity' ? await confirm(draft) : null;
      const url = await sender.url(profile, operation);
      const consent = confirmed?.consent ?? null;
      const stamp = await sender.stamp(key, { profile, operation: operation.name, url, body, consent });
      records.outpoints.remember(confirmed?.outpoints ?? []);
      confirmed?.noteStamped();
      return { method: operation.method, url, headers: sender.headers(stamp), body: utf8Decode(body) };
    },
    async submit(requestId, following = {}) {
      const draft = drafts.take(requestId);
      const { operation, profile, body } = draft;
      const content = contentDigest(operation, body);
      const same = `${profile.name} ${content ?? requestId}`;
      const isSecond = underWay.has(same);
      try {
        if (isSecond)
          throw new AppError(
            'NOT_CONFIRMED',
            'The same request already waits for your answer. Nothing was stamped or sent. Answer it first.',
          );
        underWay.add(same);
        following.progress?.('confirming');
        const confirmed = await confirm(draft, following.signal);
        const submitted = await carryOut(requestId, draft, confirmed, following);
        parts.vault.acknowledge();
        parts.service.acknowledge();
        return submitted;
      } catch (error) {
        const entry = journal.get(requestId);
        // No data left this machine, or the service refused it. A repeated request is prepared again.
        if (entry === null || entry.status === 'REFUSED') await drafts.drop(draft);
        if (entry !== null || !(error instanceof AppError)) throw error;
        const { code, text, fields } = error;
        throw new AppError(code, text, { fields, outcome: 'notSent', cause: error });
      } finally {
        if (!isSecond) underWay.delete(same);
      }
    },
    async submitConfirmed(requestId, request, confirmation, following = {}) {
      const same = `${request.profile.name} ${contentDigest(request.operation, request.body) ?? requestId}`;
      if (underWay.has(same) || journal.get(requestId) !== null)
        throw new AppError(
          'INVALID_INPUT',
          'This request was signed before, or waits for your answer. Nothing was stamped or sent again.',
        );
      underWay.add(same);
      try {
        const submitted = await carryOut(requestId, request, confirmation, following);
        parts.vault.acknowledge();
        return submitted;
      } finally {
        underWay.delete(same);
      }
    },
    async discard(requestId) {
      if (await drafts.discard(requestId)) return;
      journal.discard(requestId, ports.clock.now());
      changes.announce('requests');
    },
    unsettled: () => journal.unsettled().filter(({ requestId }) => !onTheirWay.has(requestId)),
    async settle(requestId, following = {}) {
      const entry = openEntry(requestId);
      const operation = requireOperation(entry.operation);
      if (operation.kind !== 'activity')
        throw new AppError('NOT_FOUND', 'Only activities can be settled. Nothing was sent.');
      const profile = profiles.get(entry.profile);
      const url = await sender.url(profile, operation);
      if (profile.kind === 'remote' && url !== entry.url) {
        throw new AppError(
          'NOT_FOUND',
          sentence`This request belongs to ${entry.url}, but the profile “${profile.name}” is for ${url} now. Nothing was sent.`,
        );
      }
      following.progress?.('sending');
      const { body, fingerprint } = entry;
      const stamp = { name: entry.stampName, value: entry.stampValue };
      const sentBefore = entry.state === 'sent';
      const request = { requestId, profile, operation, url, body, stamp, fingerprint, sentBefore };
      const find = () => delivery.find(request);
      // A service that refused a request but lists it anyway does not get it again.
      const answered = await (entry.status === null
        ? delivery.deliver(request, following.signal).catch((error: unknown) => {
            if (error instanceof AppError && error.code === 'CLOCK_SKEW' && sentBefore) return find();
            throw error;
          })
        : find());
      return follower.finish(request, answered, following);
    },
    async giveUp(requestId, reason) {
      const { state, title, url, fingerprint, ...entry } = openEntry(requestId);
      if (state !== 'sent')
        throw new AppError(
          'INVALID_INPUT',
          'This request was not sent, so it cannot be given up. Nothing was changed. Discard it.',
        );
      const written = oneLine(reason, MAXIMUM_REASON);
      if (written === '') throw new AppError('INVALID_INPUT', 'A reason is needed. Nothing was changed.');
      refuseSecretBytes(utf8Encode(written));
      const profile = profiles.get(entry.profile);
      const key = index.key(entry.credentialId) ?? credentials.stamping(profile);
      await parts.vault.openWithKey(key);
      await consents.ask({ kind: 'giveUp', profile: askedProfile(profile), title, fingerprint, reason: written });
      openEntry(requestId);
      const at = ports.clock.now();
      await parts.audit.append(key, {
        at,
        profile: profile.name,
        credentialId: key.id,
        publicKey: key.publicKey,
        operation: 'request give-up',
        url,
        body: utf8Encode(JSON.stringify({ requestId, fingerprint, reason: written })),
      });
      journal.giveUp(requestId, at, written);
      changes.announce('requests');
    },
    async stamp(body, { profile = profiles.get(), credentialId } = {}) {
      refuseSecretBytes(body);
      const key = credentials.stamping(profile, credentialId);
      const { consent, outpoints, noteStamped } = await confirm({ profile, key, body });
      const stamp = await sender.stamp(key, { profile, operation: 'stamp', url: '', body, consent });
      records.outpoints.remember(outpoints);
      noteStamped();
      return stamp;
    },
  };
}

const isExport = (operation: Operation): boolean => operation.kind === 'activity' && operation.exports !== null;

/** Throws INVALID_INPUT where a target key is named, however deep: who has it opens the export. */
function refuseTarget(value: unknown): void {
  if (!isJsonObject(value) && !Array.isArray(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === 'targetPublicKey') {
      throw new AppError(
        'INVALID_INPUT',
        'In the window the vault makes the target key of an export, so you cannot give one. Nothing was prepared, stamped or sent. For another target key use the command line.',
        { fields: [{ path: '/parameters', reason: 'names a target key' }] },
      );
    }
    refuseTarget(member);
  }
}

/**
 * The title of a request: its operation, and the name of the new object if there is one, such as Create wallet “Hot”.
 */
function titleOf(title: string, body: Uint8Array, line: BatchLine | null): string {
  const name = nameIn(parametersIn(body));
  const titled = name === null ? title : `${title} ${inQuotes(name)}`;
  return line === null ? titled : `${titled}, line ${line.line} of the batch ${inQuotes(line.name)}`;
}
