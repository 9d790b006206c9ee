import { randomUUID } from 'node:crypto';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { type Meaning, type Naming, type ProfileRow, REQUEST_TIME, utcMoment } from '../../../shared/model/index.ts';
import { requireOperation } from '../../../shared/operations/index.ts';
import { utf8Decode } from '../../../shared/wire/index.ts';
import { buildActivityBody } from '../../client/index.ts';
import type { Base } from '../base.ts';
import { isContainer, readContainer, writeContainer } from '../containers/container.ts';
import type { ContractInterfaces } from '../documents/interfaces.ts';
import type { Namer } from '../naming/naming.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Credentials } from '../stamping/credentials.ts';
import { refuseSecretBytes, refuseSecrets } from '../stamping/secrets.ts';
import type { Sender } from '../stamping/sender.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import { fingerprintOf } from '../verify/verify.ts';
import { type CarriedFile, readCarriedFile, readRequestToStamp } from './carried-file.ts';
import { type Confirm, contentDigest } from './confirmation.ts';
import type { Delivery } from './delivery.ts';
import type { Follower, Following, SettleStage, SubmittedRequest } from './follower.ts';
import { outpointsIn } from './outpoints.ts';

/** A request that was stamped elsewhere, with its meaning. */
export interface CarriedRequest extends CarriedFile {
  /** Its id in the journal once it is sent. */
  readonly requestId: string;
  readonly profile: ProfileRow;
  readonly meaning: Meaning;
  readonly naming: Naming;
}

/** A request that another machine composed, with its stamp in a container. */
export interface StampedElsewhere {
  /** The container of the stamped request. */
  readonly text: string;
  /** The time in the request, in milliseconds since the epoch. */
  readonly madeAt: number;
}

/** Requests that are composed on one machine, stamped on a second one, and sent by the first one byte for byte. */
export interface CarriedRequests {
  /**
   * Makes the container of a request to stamp. Uses no key, and sends nothing. Throws SECRET_REFUSED, SECRET_SUSPECTED,
   * INVALID_INPUT and PROFILE_CHANGED.
   */
  compose(
    operation: string,
    parameters: Readonly<Record<string, unknown>>,
    of: { readonly profile: ProfileRow; readonly hexIsNoKey?: boolean },
  ): Promise<string>;
  /**
   * Asks about a request to stamp, records it and stamps it with the profile's key. Sends nothing. Throws INVALID_INPUT
   * naming the wrong part, for a time in the future, or for contents that do not decode, SECRET_REFUSED, NOT_CONFIRMED, and what `Confirm` throws.
   */
  stamp(text: string, profile: ProfileRow, signal?: AbortSignal): Promise<StampedElsewhere>;
  /**
   * Reads a request as `dryRun` returns it, as JSON, or a container with it. Sends nothing. Throws INVALID_INPUT naming the wrong part,
   * SECRET_REFUSED, PROFILE_CHANGED, and NOT_FOUND for a request that this machine has sent and not settled.
   */
  read(text: string, profile: ProfileRow): Promise<CarriedRequest>;
  /** Journals and sends it, and follows it to its end. Throws like `submit`. */
  send(carried: CarriedRequest, following?: Following<SettleStage>): Promise<SubmittedRequest>;
}

interface CarriedParts {
  readonly profiles: Profiles;
  readonly credentials: Pick<Credentials, 'stamping'>;
  readonly confirm: Confirm;
  readonly vault: VaultKeeper;
  readonly interfaces: ContractInterfaces;
  readonly namer: Namer;
  readonly sender: Sender;
  readonly delivery: Delivery;
  readonly follower: Follower;
}

export function createCarried({ ports, records }: Base, parts: CarriedParts): CarriedRequests {
  const { profiles, credentials, confirm, vault, interfaces, namer, sender, delivery, follower } = parts;
  const { journal } = records;
  return {
    async compose(name, parameters, { profile, hexIsNoKey }) {
      const operation = requireOperation(name);
      if (operation.kind !== 'activity')
        throw new AppError(
          'INVALID_INPUT',
          sentence`“${name}” changes nothing, so it needs no stamp from elsewhere. Nothing was composed. Call it directly.`,
        );
      refuseSecrets(operation, parameters, hexIsNoKey);
      const url = await sender.url(profile, operation);
      const { organizationId } = profile;
      const body = buildActivityBody(operation, { organizationId, parameters, timestampMs: ports.clock.now() });
      const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
      return writeContainer('request-to-stamp', { method: 'POST', url, headers, body: utf8Decode(body) });
    },
    async stamp(text, profile, signal) {
      await profiles.requireConfirmed(profile);
      const { content } = readContainer(text, 'request-to-stamp');
      const { operation, body, madeAt } = readRequestToStamp(content, profile);
      requirePresent(madeAt, ports.clock.now());
      refuseSecretBytes(body);
      const key = credentials.stamping(profile);
      const call = await vault.open();
      // The question has no button for such contents, and the command line asks nobody without a terminal.
      const { judged } = await interfaces.explained(call, () => call('describe', { body }));
      if (judged === 'unreadable')
        throw new AppError(
          'INVALID_INPUT',
          'The contents of the request are not what they are declared as. Nothing was stamped. Compose the request again.',
        );
      const { consent, outpoints, noteStamped } = await confirm({ profile, key, body }, signal);
      const { url, body: written } = content;
      const stamp = await sender.stamp(key, { profile, operation: operation.name, url, body, consent });
      records.outpoints.remember(outpoints);
      noteStamped();
      const stamped = { method: 'POST', url, headers: sender.headers(stamp), body: written } as const;
      return { text: writeContainer('stamped-request', stamped), madeAt };
    },
    async read(given, profile) {
      await profiles.requireConfirmed(profile);
      const text = isContainer(given) ? JSON.stringify(readContainer(given, 'stamped-request').content) : given;
      const file = readCarriedFile(text, profile);
      const { body } = file;
      refuseSecretBytes(body);
      const open = journal.unsettled().find((row) => row.fingerprint === fingerprintOf(body));
      if (open !== undefined)
        throw new AppError(
          'NOT_FOUND',
          sentence`This machine has this request open already. Nothing was sent. Settle it: castellan request settle ${open.requestId}`,
        );
      const call = await vault.open();
      const meaning = await interfaces.explained(call, () => call('describe', { body }));
      records.outpoints.requireSame(outpointsIn(meaning, body));
      const naming = await namer.nameOf(profile, meaning);
      return { requestId: randomUUID(), profile, ...file, meaning, naming };
    },
    async send({ requestId, profile, operation, body, stamp, meaning, stampedBy }, following = {}) {
      const url = await sender.url(profile, operation);
      const fingerprint = fingerprintOf(body);
      journal.prepare(
        {
          requestId,
          operation: operation.name,
          title: meaning.title,
          url,
          body,
          fingerprint,
          profile: profile.name,
          credentialId: stampedBy ?? 'a passkey elsewhere',
          stampName: stamp.name,
          stampValue: stamp.value,
          content: contentDigest(operation, body),
          entry: null,
          at: ports.clock.now(),
        },
        outpointsIn(meaning, body),
      );
      following.progress?.('sending');
      const request = { requestId, profile, operation, url, body, stamp, fingerprint, sentBefore: false };
      const answered = await delivery.deliver(request, following.signal);
      namer.noteStamped(profile, meaning);
      return follower.finish(request, answered, following);
    },
  };
}

/** Throws INVALID_INPUT for a request that the service would take only later than now. */
function requirePresent(madeAt: number, now: number): void {
  if (madeAt - now <= REQUEST_TIME.ahead) return;
  throw new AppError(
    'INVALID_INPUT',
    sentence`The time in the request is ${utcMoment(madeAt)}, and the clock of this machine shows ${utcMoment(now)}. Nothing was stamped. Correct the clock that is wrong, and compose the request again if it is the other machine’s.`,
  );
}
