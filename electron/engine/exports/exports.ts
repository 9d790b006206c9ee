import { randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/errors/index.ts';
import type { QuestionOf } from '../../../shared/ipc/index.ts';
import {
  type AddressFormat,
  type ExportProof,
  FILE_FORMATS,
  type KeyStore,
  type ProfileRow,
  type RevealFormat,
  type TokenAt,
} from '../../../shared/model/index.ts';
import { makeRevealKey, type RevealKey } from '../../../shared/reveal/index.ts';
import { wipeBytes } from '../../../shared/wire/index.ts';
import type { Exported } from '../../client/index.ts';
import { replaceFile } from '../../storage/files/index.ts';
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
import type { AskedAgain, TypedAgain } from '../vault/typed-again.ts';
import { lendKey } from '../vault/unlock.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import { createBundleOpener } from './bundle-opener.ts';
import type { Expected } from './expected.ts';
import { type ChooseFile, chosenPath, readersProblem } from './file-readers.ts';
import { expectedIn, type ProvenExport, type ProvenList } from './target-lists.ts';

/** An opened bundle: the id to reveal and close it by, and its proof. */
interface Opened {
  readonly revealId: string;
  readonly proof: ExportProof;
}

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
   * Opens the bundle of a completed export that this machine asked for. It holds an account, a wallet, a private key or
   * a secret. For an account it proves the requested address. The others are requested by id, so no address is proven.
   * Throws NOT_FOUND, PROFILE_CHANGED.
   */
  openActivity(activityId: string): Promise<Opened>;
  /**
   * Opens it and shows what was proven in the trusted window. After the answer it shows the secret until the window is
   * closed, or writes a file and returns its path. Then it wipes the secret, and
   * destroys the target key unless the answer keeps it for a while. Throws CANCELLED when no path was chosen.
   */
  showActivity(activityId: string, choose: ChooseFile, signal?: AbortSignal): Promise<string | null>;
  /**
   * Opens a gathered export again, and shows it like `showActivity`. The caller checks the
   * profile. Throws NOT_CONFIRMED, CANCELLED, and what `openBundle` throws.
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

type AskedExport = Pick<QuestionOf<'reveal'>, 'profile' | 'what' | 'of' | 'named'>;

/** The parameters of a reveal. */
interface Revealing {
  readonly format: RevealFormat | null;
  readonly passphrase: Uint8Array<ArrayBuffer> | null;
  readonly bySecurityKey?: true | undefined;
  readonly sealTo: Uint8Array<ArrayBuffer> | null;
  readonly filePassphrase?: Uint8Array<ArrayBuffer> | undefined;
  readonly recipients?: readonly string[] | undefined;
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
  const { profiles, keyring, targets, vault, typedAgain, securityKeys, choices, accounts, activities, nameIds } = parts;
  const open = createBundleOpener(parts);
  /** The open bundles, with the store of the key that opened each. Null when no store here keeps that key. */
  const openBundles = new Map<string, { readonly proof: ExportProof; readonly store: KeyStore | null }>();

  const touch = async (store: KeyStore) => ({ securityKey: await securityKeys.answer(store, 'reveal') });
  const reveal = <Said extends Revealing>(
    store: KeyStore | null,
    revealId: string,
    ask: (typed: AskedAgain) => Promise<Said>,
  ) =>
    typedAgain({ store, to: 'reveal it', touch }, ask, async (said, given) => {
      const { format, sealTo: to, filePassphrase, recipients } = said;
      if (to === null) throw new AppError('APPROVAL_REFUSED', 'No target was given. The export stays sealed.');
      const call = await vault.open();
      const file = {
        ...(filePassphrase === undefined ? {} : { filePassphrase }),
        ...(recipients === undefined ? {} : { recipients: [...recipients] }),
      };
      return { ...(await call('reveal', { revealId, format: format ?? 'hex', ...given, to, ...file })), to };
    });

  const askedOf = (profile: ProfileRow, { kind: what, of }: Pick<Exported, 'kind' | 'of'>): AskedExport => {
    return { profile: askedProfile(profile), what, of, named: nameIds(profile, [of])[0] ?? null };
  };

  const close: Exports['close'] = (revealId) => {
    openBundles.delete(revealId);
    return vault.forget(revealId);
  };

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

  /** The requested address. Null for a request by id, because only the service knows that address. */
  const expectedOf = async (profile: ProfileRow, { kind, of }: Exported): Promise<Expected | null> => {
    if (kind !== 'account') return null;
    const account = await accounts.find(profile, of);
    if (account !== null) return { address: of, addressFormat: account.addressFormat as AddressFormat };
    throw new AppError(
      'ADDRESS_MISMATCH',
      `The account ${of} is unknown here, so the bundle could not be verified. The bundle was not opened. Refresh the accounts and try again.`,
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
    // The words of a wallet may be of any language, and only English ones can be checked.
    if (exported.kind === 'wallet' ? holds === 'mnemonic' || holds === 'text' : holds === 'key') return opened;
    await vault.forget(opened.revealId);
    throw new AppError(
      'BUNDLE_UNREADABLE',
      `The contents of the bundle are not those of an exported ${exported.kind}. They were wiped and not shown. Export again, and report this to the service.`,
    );
  };

  /**
   * Opens the export of an activity, which the operator confirmed when it was asked for. Its contents stay in the vault
   * until a question about their proof is answered.
   */
  const openOf = async (activityId: string) => {
    const profile = profiles.get();
    await profiles.requireConfirmed(profile);
    const exported = activities.exported(profile, await activities.find(profile, activityId));
    if (exported === null) {
      throw new AppError(
        'NOT_FOUND',
        'This activity is not a finished export of this machine. Nothing was opened. Open a bundle from elsewhere with `castellan export open`.',
      );
    }
    const target = targets.sealedTo(exported.targetPublicKey);
    return { about: askedOf(profile, exported), target, opened: await openExported(profile, exported, target) };
  };

  /**
   * Shows an opened export until the window is closed, or writes its file and returns the path. Ends its target
   * key as the operator chose.
   */
  const show = async (
    { about, target, opened }: Awaited<ReturnType<typeof openOf>>,
    choose: ChooseFile,
    signal?: AbortSignal,
  ): Promise<string | null> => {
    const { revealId, proof } = opened;
    try {
      const asked = { kind: 'reveal', ...about, proof, keptUntil: target.until ?? null } as const;
      // Main may have a file: it is encrypted, or a sheet that the operator wants on the disk. Any other format is
      // sealed to the window.
      let file: { readonly path: string; readonly format: RevealFormat; readonly key: RevealKey } | null = null;
      const { done: sealed, said } = await reveal(storeOf(target), revealId, async (typed) => {
        for (let { problem } = typed; ; ) {
          const answer = await consents.ask({ ...asked, ...typed, problem }, signal);
          const { format } = answer;
          if (format === null || !FILE_FORMATS.includes(format)) {
            file = null;
            return answer;
          }
          problem = readersProblem(answer);
          try {
            if (problem === null && file?.format !== format)
              file = { path: await chosenPath(about, format, choose), format, key: await makeRevealKey(format, proof) };
          } catch (error) {
            wipeBytes(answer);
            throw error;
          }
          // A copy, because a failed try wipes the answer.
          if (problem === null && file !== null) return { ...answer, sealTo: file.key.to.slice() };
          wipeBytes(answer);
        }
      });
      await vault.forget(revealId);
      // After a wrong passphrase the operator may choose to see it instead.
      const written = file as { readonly path: string; readonly key: RevealKey } | null;
      if (written !== null) {
        const content = await written.key.open(sealed);
        try {
          replaceFile(written.path, content);
        } finally {
          content.fill(0);
        }
        targets.mark(target, said.keep);
        return written.path;
      }
      targets.mark(target, said.keep);
      await consents.ask({ kind: 'secret', ...about, holds: proof.holds, sealed }, signal);
      return null;
    } finally {
      await close(revealId).finally(() => targets.close(target));
    }
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
    openActivity: async (activityId) => (await openOf(activityId)).opened,
    showActivity: async (activityId, choose, signal) => show(await openOf(activityId), choose, signal),
    async showProven({ wanted, targetId, bundle }, { organizationId, signerKey }, profile, choose, signal) {
      const input = { targetId, module: null, bundle, organizationId, signerKey, expected: expectedIn(wanted) };
      const opened = await openBundle(input);
      return show({ about: askedOf(profile, wanted), target: targets.get(targetId), opened }, choose, signal);
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

function missing(): never {
  throw new AppError('NOT_FOUND', 'This opened bundle was closed and wiped. Open the bundle again.');
}
