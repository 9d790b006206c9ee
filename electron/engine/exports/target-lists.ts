import { AppError, isBundleFault, sentence } from '../../../shared/errors/index.ts';
import type { KeyStore, ProfileRow } from '../../../shared/model/index.ts';
import type { Base } from '../base.ts';
import { checkCode, digestOf, readContainer, writeContainer } from '../containers/container.ts';
import type { TargetList, WantedExport } from '../containers/kinds.ts';
import type { ExportTargets } from '../keyring/export-targets.ts';
import type { Keyring } from '../keyring/keyring.ts';
import type { KeptKey } from '../keys/key-index.ts';
import type { Counting } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { OpenBundle } from './bundle-opener.ts';
import type { Expected } from './expected.ts';

/** A list with its container. */
export interface MadeList {
  readonly list: TargetList;
  readonly text: string;
  /** The code that the operator carries to the online machine by eye. */
  readonly code: string;
}

/** An export of a list after its bundle was opened, compared and closed again. */
export interface ProvenExport {
  readonly wanted: WantedExport;
  readonly targetPublicKey: string;
  /** The id of its target key. */
  readonly targetId: string;
  readonly bundle: string;
  readonly derivedAddress: string;
}

/** A gathered list after every bundle was tried. Each export is in one of the two. */
export interface ProvenList {
  readonly organizationId: string;
  /** The digest of the list, as this machine recorded it. */
  readonly digest: string;
  readonly signerKey: string;
  readonly proven: readonly ProvenExport[];
  readonly unproven: readonly { readonly wanted: WantedExport; readonly why: string }[];
}

/** The exports that an offline machine wants of an online one. */
export interface TargetLists {
  /**
   * Makes a target key for each export, and records the digest of the list with each. Throws what `Keyring.make` throws,
   * and CANCELLED. On any failure it removes the keys that it made.
   */
  make(
    wanted: readonly WantedExport[],
    at: { readonly profile: ProfileRow; readonly store: KeyStore | null },
    counting?: Counting,
  ): Promise<MadeList>;
  /**
   * Opens each bundle of gathered exports in the vault, compares its address, and wipes it again. Reveals nothing.
   * Throws INVALID_INPUT for a list of another machine, another organization or with changed parts.
   */
  prove(text: string, profile: ProfileRow, counting?: Counting): Promise<ProvenList>;
}

interface ListParts {
  readonly profiles: Profiles;
  readonly keyring: Keyring;
  readonly targets: ExportTargets;
  readonly open: OpenBundle;
  readonly forget: (revealId: string) => Promise<void>;
}

export function createTargetLists({ index }: Base, parts: ListParts): TargetLists {
  const { profiles, keyring, targets, open, forget } = parts;

  const proveOne = async (
    { export: wanted, targetPublicKey }: TargetList['targets'][number],
    bundle: string | null,
    given: { readonly organizationId: string; readonly signerKey: string; readonly digest: string },
  ): Promise<ProvenExport | { readonly wanted: WantedExport; readonly why: string }> => {
    const { organizationId, signerKey, digest } = given;
    if (bundle === null) return { wanted, why: 'The online machine gathered no bundle of it.' };
    try {
      const target = targets.sealedTo(targetPublicKey);
      if (target.list !== digest) throw otherList();
      const expected = expectedIn(wanted);
      const { revealId, proof } = await open(target, { bundle, organizationId, signerKey, expected }, null);
      await forget(revealId);
      return { wanted, targetPublicKey, targetId: target.id, bundle, derivedAddress: proof.derivedAddress ?? '' };
    } catch (error) {
      if (!(error instanceof AppError) || !isAboutBundle(error)) throw error;
      return { wanted, why: error.message };
    }
  };

  return {
    async make(wanted, { profile, store }, { signal, progress } = {}) {
      await profiles.requireConfirmed(profile);
      const keys: KeptKey[] = [];
      try {
        for (const _export of wanted) {
          if (signal?.aborted === true) throw cancelled('The keys that were made are removed.');
          keys.push(await keyring.make({ purpose: 'target', profile: profile.name, name: 'Export target', store }));
          progress?.({ done: keys.length, total: wanted.length, text: 'target keys made' });
        }
        const list: TargetList = {
          organizationId: profile.organizationId,
          targets: wanted.map((one, place) => ({ export: one, targetPublicKey: keys[place]?.publicKey ?? '' })),
        };
        const text = writeContainer('export-targets', list);
        const { digest } = readContainer(text, 'export-targets');
        for (const { id } of keys) index.changeKey(id, { list: digest });
        return { list, text, code: checkCode(digest) };
      } catch (error) {
        for (const key of keys) await keyring.remove(key);
        throw error;
      }
    },
    async prove(text, profile, { signal, progress } = {}) {
      await profiles.requireConfirmed(profile);
      const { list, bundles } = readContainer(text, 'gathered-exports').content;
      if (bundles.length !== list.targets.length)
        throw unusable(`it has ${bundles.length} bundles for ${list.targets.length} targets`);
      const { organizationId } = list;
      if (organizationId !== profile.organizationId)
        throw unusable(
          `it is for the organization ${organizationId}, and the profile “${profile.name}” is for ${profile.organizationId}`,
        );
      const digest = digestOf('export-targets', list);
      const signerKey = profile.signerKey.toLowerCase();
      const tried: Awaited<ReturnType<typeof proveOne>>[] = [];
      for (const [place, target] of list.targets.entries()) {
        if (signal?.aborted === true) throw cancelled('Nothing was revealed or written.');
        tried.push(await proveOne(target, bundles[place] ?? null, { organizationId, signerKey, digest }));
        progress?.({ done: tried.length, total: list.targets.length, text: 'bundles opened and compared' });
      }
      return {
        organizationId,
        digest,
        signerKey,
        proven: tried.flatMap((one) => ('why' in one ? [] : one)),
        unproven: tried.flatMap((one) => ('why' in one ? one : [])),
      };
    },
  };
}

/** The address that the opened key of a wanted export must have. */
export const expectedIn = (wanted: WantedExport): Expected => ({
  address: wanted.address,
  addressFormat: wanted.addressFormat,
  ...(wanted.kind === 'wallet' ? { path: wanted.path } : {}),
});

/** True for a fault of one bundle, after which the others are still tried. */
const isAboutBundle = ({ code }: AppError): boolean => isBundleFault(code) || code === 'ADDRESS_MISMATCH';

const cancelled = (undone: string) => new AppError('CANCELLED', sentence`Cancelled. ${undone} Run the command again.`);

function otherList(): AppError {
  return unusable('this machine recorded another list for its target keys, so the list was changed on its way');
}

function unusable(why: string): AppError {
  return new AppError(
    'INVALID_INPUT',
    sentence`The gathered exports cannot be opened: ${why}. Nothing was revealed or written. Gather them again from the list that this machine made.`,
  );
}
