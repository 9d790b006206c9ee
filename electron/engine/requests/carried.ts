import { randomUUID } from 'node:crypto';
import { AppError } from '../../../shared/errors/index.ts';
import type { Meaning, Naming, ProfileRow } from '../../../shared/model/index.ts';
import type { Base } from '../base.ts';
import type { ContractInterfaces } from '../documents/interfaces.ts';
import type { Namer } from '../naming/naming.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { refuseSecretBytes } from '../stamping/secrets.ts';
import type { Sender } from '../stamping/sender.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import { fingerprintOf } from '../verify/verify.ts';
import { type CarriedFile, readCarriedFile } from './carried-file.ts';
import { contentDigest } from './confirmation.ts';
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

/** Sends requests that were stamped on another machine, byte for byte. */
export interface CarriedRequests {
  /**
   * Reads a request as `dryRun` returns it, as JSON. Sends nothing. Throws INVALID_INPUT naming the wrong part,
   * SECRET_REFUSED, PROFILE_CHANGED, and NOT_FOUND for a request that this machine has sent and not settled.
   */
  read(text: string, profile: ProfileRow): Promise<CarriedRequest>;
  /** Journals and sends it, and follows it to its end. Throws like `submit`. */
  send(carried: CarriedRequest, following?: Following<SettleStage>): Promise<SubmittedRequest>;
}

interface CarriedParts {
  readonly profiles: Profiles;
  readonly vault: VaultKeeper;
  readonly interfaces: ContractInterfaces;
  readonly namer: Namer;
  readonly sender: Sender;
  readonly delivery: Delivery;
  readonly follower: Follower;
}

export function createCarried({ ports, records }: Base, parts: CarriedParts): CarriedRequests {
  const { profiles, vault, interfaces, namer, sender, delivery, follower } = parts;
  const { journal } = records;
  return {
    async read(text, profile) {
      await profiles.requireConfirmed(profile);
      const file = readCarriedFile(text, profile);
      const { body } = file;
      refuseSecretBytes(body);
      const open = journal.unsettled().find((row) => row.fingerprint === fingerprintOf(body));
      if (open !== undefined)
        throw new AppError(
          'NOT_FOUND',
          `This machine has this request open already. Nothing was sent. Settle it: castellan request settle ${open.requestId}`,
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
          ...{ requestId, operation: operation.name, title: meaning.title, url, body, fingerprint },
          ...{ profile: profile.name, credentialId: stampedBy ?? 'a passkey elsewhere' },
          ...{ stampName: stamp.name, stampValue: stamp.value, content: contentDigest(operation, body) },
          ...{ entry: null, at: ports.clock.now() },
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
