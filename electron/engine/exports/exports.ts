import { randomBytes } from 'node:crypto';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import type {
  AddressFormat,
  ExportProof,
  KeyStore,
  ProfileRow,
  RevealFormat,
  TokenAt,
} from '../../../shared/model/index.ts';
import { makeRevealKey } from '../../../shared/reveal/index.ts';
import type { Exported } from '../../client/index.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Activities } from '../activities/activities.ts';
import type { Base } from '../base.ts';
import { askedProfile } from '../consent/consents.ts';
import type { ExportTargets } from '../keyring/export-targets.ts';
import type { Keyring } from '../keyring/keyring.ts';
import { isKept, storeOf, type TargetKey } from '../keys/key-index.ts';
import type { NameIds } from '../naming/known-names.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { TokenChoices } from '../tokens/token-choice.ts';
import type { TokenKeeper } from '../tokens/token-keeper.ts';
import type { SecurityKeys } from '../vault/security-keys.ts';
import type { TypedAgain } from '../vault/typed-again.ts';
import { lendKey } from '../vault/unlock.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import { createBundleOpener } from './bundle-opener.ts';
import type { Expected } from './expected.ts';
import type { ChooseFile } from './file-readers.ts';
import { createReveal, createShowing, type Opened } from './showing.ts';
import { expectedIn, type ProvenExport, type ProvenList } from './target-lists.ts';

/** Whoever knows the passphrase, which the caller wipes, or the recipients of a file of age. */
export type FileReaders = { readonly passphrase: Uint8Array<ArrayBuffer> } | { readonly recipients: readonly string[] };

/** Export bundles: opened in the vault with a key that never leaves it, with no network at all. */
export interface Exports {
  /** Makes a target key in the vault and keeps it, or one on a token. `id` names it in `openBundle`. */
  createTarget(options?: {
    profile?: ProfileRow | undefined;
    store?: KeyStore | null;
    at?: TokenAt | null;
  }): Promise<{ id: string; targetPublicKey: string }>;
  /**
   * Opens a bundle with a target key, without network. A key on a token needs its PIN, and is used only through
   * `module`, which is null for other keys. Also throws the errors of the token's process.
   */
  openBundle(input: {
    targetId: string;
    module: string | null;
    bundle: string;
    organizationId: string;
    signerKey: string;
    expected: Expected | null;
  }): Promise<Opened>;
  /** Opens a bundle with a target key from a file: 32 raw bytes, which are wiped. The key is not kept. */
  openBundleWithKey(input: {
    targetKey: Uint8Array<ArrayBuffer>;
    bundle: string;
    organizationId: string;
    signerKey: string;
    expected: Expected | null;
  }): Promise<Opened>;
  /**
   * Opens the first bundle of a completed export that this machine asked for. It holds an account, a wallet, a private key or
   * a secret. For an account it proves the requested address, and for a wallet the address of its first listed account. The
   * others have no listed address, so none is proven. Throws NOT_FOUND, PROFILE_CHANGED, ADDRESS_MISMATCH.
   */
  openActivity(activityId: string): Promise<Opened>;
  /**
   * Opens each export of the activity, one after the other, and shows what was proven in the trusted window. After the
   * answer it shows the secret until the window is closed, or writes a file. Then it wipes the secret. After the last one
   * it destroys the target key unless the answer keeps it for a while. Returns the paths of the files. A no to one leaves
   * the rest unopened. Throws CANCELLED when no path was chosen.
   */
  showActivity(activityId: string, choose: ChooseFile, signal?: AbortSignal): Promise<string[]>;
  /**
   * Opens a gathered export again, and shows it like one of `showActivity`. Returns the path of a written file. The
   * caller checks the profile. Throws NOT_CONFIRMED, CANCELLED, and what `openBundle` throws.
   */
  showProven(
    one: ProvenExport,
    list: Pick<ProvenList, 'organizationId' | 'signerKey'>,
    profile: ProfileRow,
    choose: ChooseFile,
    signal?: AbortSignal,
  ): Promise<string | null>;
  /**
   * Returns the secret for the caller to write down and wipe. The vault seals it to a one-time key, and it is opened
   * only here. Asks for the PIN or passphrase of the store that keeps the target key, where it has one and can be
   * asked. Throws NOT_FOUND for a closed reveal.
   */
  reveal(
    revealId: string,
    format: RevealFormat,
    /** The readers of a format that is encrypted for a file. */
    readers?: FileReaders,
  ): Promise<Uint8Array<ArrayBuffer>>;
  close(revealId: string): Promise<void>;
  /** Destroys a target key. Exports to it can never be opened again. Throws NOT_FOUND. */
  destroyTarget(targetId: string): Promise<void>;
}

interface ExportParts {
  readonly typedAgain: TypedAgain;
  readonly securityKeys: Pick<SecurityKeys, 'answer'>;
  readonly profiles: Profiles;
  readonly keyring: Keyring;
  readonly targets: ExportTargets;
  readonly vault: VaultKeeper;
  readonly tokens: TokenKeeper;
  readonly choices: Pick<TokenChoices, 'allow'>;
  readonly accounts: Accounts;
  readonly activities: Activities;
  readonly nameIds: NameIds;
}

export function createExports({ consents, index }: Base, parts: ExportParts): Exports {
  const { profiles, keyring, targets, vault, choices, accounts, activities, nameIds } = parts;
  const open = createBundleOpener(parts);
  const reveal = createReveal(parts);
  /** The open bundles, with the store of the key that opened each. Null when no store here keeps that key. */
  const openBundles = new Map<string, { readonly proof: ExportProof; readonly store: KeyStore | null }>();

  const askedOf = (profile: ProfileRow, { kind: what, of }: Pick<Exported, 'kind' | 'of'>) => {
    return { profile: askedProfile(profile), what, of, named: nameIds(profile, [of])[0] ?? null };
  };

  const close: Exports['close'] = (revealId) => {
    openBundles.delete(revealId);
    return vault.forget(revealId);
  };

  const show = createShowing({ consents, targets, vault, reveal, close });

  const openBundle: Exports['openBundle'] = async ({ targetId, module, ...input }) => {
    const target = targets.get(targetId);
    const opened = await open(target, { ...input, signerKey: input.signerKey.toLowerCase() }, module);
    openBundles.set(opened.revealId, { proof: opened.proof, store: storeOf(target) });
    return opened;
  };

  /**
   * The module of a key on a token. The key stamps for the confirmed profile, or the operator allows the module now.
   */
  const moduleOf = async ({ name }: ProfileRow, target: TargetKey): Promise<string | null> => {
    if (isKept(target)) return null;
    const { module } = target.token;
    if (!index.keys('stamp', name).some((key) => key.store === 'pkcs11' && key.token.module === module))
      await choices.allow(module);
    return module;
  };

  /** The requested address, or a listed one of the requested wallet. Null where no address is listed. */
  const expectedOf = async (profile: ProfileRow, { kind, of }: Exported): Promise<Expected | null> => {
    if (kind === 'wallet') {
      const first = await accounts.firstOf(profile, of);
      if (first === null) return null;
      const { address, addressFormat, path } = first;
      return { address, addressFormat: addressFormat as AddressFormat, path };
    }
    if (kind !== 'account') return null;
    const account = await accounts.find(profile, of);
    if (account !== null) return { address: of, addressFormat: account.addressFormat as AddressFormat };
    throw new AppError(
      'ADDRESS_MISMATCH',
      sentence`The account ${of} is unknown here, so the bundle could not be verified. The bundle was not opened. Refresh the accounts and try again.`,
    );
  };

  const openExported = async (profile: ProfileRow, exported: Exported, target: TargetKey): Promise<Opened> => {
    const opened = await openBundle({
      targetId: target.id,
      module: await moduleOf(profile, target),
      bundle: exported.bundle,
      organizationId: profile.organizationId,
      signerKey: profile.signerKey,
      expected: await expectedOf(profile, exported),
    });
    const { holds } = opened.proof;
    if (exported.kind === 'secret') return opened;
    // Without a listed account, the words of a wallet may be of a language that cannot be checked.
    if (exported.kind === 'wallet' ? holds === 'mnemonic' || holds === 'text' : holds === 'key') return opened;
    await vault.forget(opened.revealId);
    throw new AppError(
      'BUNDLE_UNREADABLE',
      sentence`The contents of the bundle are not those of an exported ${exported.kind}. They were wiped and not shown. Export again, and report this to the service.`,
    );
  };

  /**
   * The exports of an activity, which the operator confirmed when they were asked for. The contents of each stay in the
   * vault until a question about their proof is answered.
   */
  const exportsOf = async (activityId: string) => {
    const profile = profiles.get();
    await profiles.requireConfirmed(profile);
    const [first, ...others] = activities.exported(profile, await activities.find(profile, activityId));
    if (first === undefined) {
      throw new AppError(
        'NOT_FOUND',
        'This activity is not a finished export of this machine. Nothing was opened. Open a bundle from elsewhere with `castellan export open`.',
      );
    }
    return { profile, exported: [first, ...others] as const };
  };

  const openOf = async (profile: ProfileRow, exported: Exported) => {
    const target = targets.sealedTo(exported.targetPublicKey);
    return { target, opened: await openExported(profile, exported, target) };
  };

  return {
    openBundle,
    async createTarget(options = {}) {
      const profile = (options.profile ?? profiles.current())?.name ?? '';
      const { at = null } = options;
      if (at !== null) {
        const { id, publicKey } = await keyring.makeTargetOnToken({ profile, at });
        return { id, targetPublicKey: publicKey };
      }
      const key = await keyring.make({
        purpose: 'target',
        profile,
        name: 'Export target',
        store: options.store ?? null,
      });
      return { id: key.id, targetPublicKey: key.publicKey };
    },
    async openBundleWithKey({ targetKey, ...input }) {
      const id = randomBytes(8).toString('hex');
      try {
        const call = await vault.open();
        await lendKey(call, id, targetKey);
        const opened = await call('openBundle', { ...input, targetId: id, signerKey: input.signerKey.toLowerCase() });
        openBundles.set(opened.revealId, { proof: opened.proof, store: null });
        return opened;
      } finally {
        targetKey.fill(0);
        await vault.forget(id);
      }
    },
    async openActivity(activityId) {
      const { profile, exported } = await exportsOf(activityId);
      return (await openOf(profile, exported[0])).opened;
    },
    async showActivity(activityId, choose, signal) {
      const { profile, exported } = await exportsOf(activityId);
      const paths: string[] = [];
      for (const [at, one] of exported.entries()) {
        const place = exported.length === 1 ? null : { at: at + 1, of: exported.length };
        const about = { ...askedOf(profile, one), place };
        const later = exported.slice(at + 1);
        const isLastOfTarget = later.every(({ targetPublicKey }) => targetPublicKey !== one.targetPublicKey);
        try {
          const path = await show({ about, isLastOfTarget, ...(await openOf(profile, one)) }, choose, signal);
          if (path !== null) paths.push(path);
        } catch (error) {
          // A No leaves the rest sealed, and the files before it are written.
          if (at > 0 && isRefusal(error)) return paths;
          throw error;
        }
      }
      return paths;
    },
    async showProven({ wanted, targetId, bundle }, { organizationId, signerKey }, profile, choose, signal) {
      const input = { targetId, module: null, bundle, organizationId, signerKey, expected: expectedIn(wanted) };
      const opened = await openBundle(input);
      const about = { ...askedOf(profile, wanted), place: null };
      return show({ about, target: targets.get(targetId), opened, isLastOfTarget: true }, choose, signal);
    },
    async reveal(revealId, format, readers) {
      const { store, proof } = openBundles.get(revealId) ?? missing();
      const key = await makeRevealKey(format, proof);
      const { done: sealed } = await reveal(store, revealId, async () => ({
        format,
        passphrase: null,
        sealTo: key.to,
        ...(readers === undefined || 'recipients' in readers ? readers : { filePassphrase: readers.passphrase }),
      }));
      return key.open(sealed);
    },
    close,
    destroyTarget: async (targetId) => targets.destroy(targets.get(targetId)),
  };
}

/** True for a question that the operator refused, or a file that they did not choose. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'NOT_CONFIRMED' || error.code === 'CANCELLED');

function missing(): never {
  throw new AppError('NOT_FOUND', 'This opened bundle was closed and wiped. Open the bundle again.');
}
