import { join } from 'node:path';
import { AppError } from '../../../shared/errors/index.ts';
import type { ComparedMember } from '../../../shared/ipc/index.ts';
import type { KeyStore, ProfileRow } from '../../../shared/model/index.ts';
import { oneLine, plainAddress } from '../../client/index.ts';
import { withFileLock } from '../../storage/files/index.ts';
import type { Audit } from '../audit/audit.ts';
import type { Base } from '../base.ts';
import { type Members, readRegister, writeRegister } from '../documents/register.ts';
import { type Key, storeOf as storeOfKey, type TokenKey } from '../keys/key-index.ts';
import { listLost } from '../keys/lost-files.ts';

/** Characters of a member in text. */
const MAXIMUM_VALUE = 500;

type Named = Omit<ProfileRow, 'current'> & { readonly current?: boolean };

/**
 * The operator's confirmed version of each profile. It is an entry of the audit log, which the vault signs, and every
 * later entry holds its digest. So the signed end of the log names the version in force. Neither an edited file nor an
 * older one passes.
 */
export interface Confirmed {
  /**
   * Throws PROFILE_CHANGED for a profile that differs from the confirmed one, AUDIT_UNAVAILABLE, and what opening the
   * audit key throws.
   */
  requireConfirmed(profile: Named): Promise<void>;
  /**
   * Returns a sentence for each of these profiles that was changed, and for each that is missing. Empty when nothing
   * was changed.
   */
  examine(profiles: readonly Named[]): Promise<string[]>;
  /** The confirmed members of a profile. Null when nothing was confirmed. Throws like `requireConfirmed`. */
  members(name: string): Promise<Members | null>;
  /** Members that differ from the confirmed ones, by the log alone and without a key. */
  changed(profile: Named): string[];
  /**
   * True when the operator confirmed that the local service keeps running while locked. False when that cannot be
   * proven at once.
   */
  keepsServing(): boolean;
  /** A profile as it is now, beside the confirmed one. `confirm` records just that. Throws like `requireConfirmed`. */
  review(profile: Named): Promise<{ members: ComparedMember[]; confirm(): Promise<void> }>;
  /**
   * Records the confirmed members as `edit` changes them. They are null when there are none, before or after. Signed by
   * the audit key of the profile's own key, else by that of `store`, else by any. Throws like `requireConfirmed`.
   */
  record(
    profile: Pick<Named, 'name' | 'baseUrl'>,
    edit: (before: Members | null) => Members | null,
    store?: KeyStore,
  ): Promise<void>;
  /**
   * Changes the stamping keys of a profile. It records the keys to be, runs `change`, then records the end. After a
   * crash in between, the old keys count as much as the new ones. Other callers of any process wait meanwhile. Throws
   * like `record`, what `change` throws, and DATABASE_IN_USE.
   */
  changeKeys(
    profile: Named,
    edit: (keys: readonly string[]) => readonly string[],
    change: () => Promise<void>,
    store?: KeyStore,
  ): Promise<void>;
  /** A key as `keys` names it. */
  nameOf(key: Key): string;
  /** All of a profile that decides, as it is now. */
  membersOf(profile: Named): Members;
}

export function createConfirmed({ ports, index, records }: Base, audit: Audit): Confirmed {
  const storeOf = (name: string) => {
    const [key] = index.keys('stamp', name);
    return key === undefined ? null : storeOfKey(key);
  };

  const nameOf: Confirmed['nameOf'] = (key) => {
    // Another scheme has the same bytes mean something else, as a wallet's message.
    const named = [
      key.id,
      key.publicKey,
      ...(key.scheme === undefined ? [] : [key.scheme]),
      ...(key.retired === true ? ['retired'] : []),
    ].join(' ');
    if (key.store === 'passkey') return `${named} ${JSON.stringify([key.passkey.rpId, key.passkey.credentialId])}`;
    if (key.store !== 'pkcs11') return named;
    // A module is code, and it gets the PIN, so a key with another module is another key.
    return `${named} ${JSON.stringify(placeOf(key))}`;
  };
  const membersOf: Confirmed['membersOf'] = (profile) => {
    const {
      name,
      organizationName: _called,
      claimedName: _claimed,
      changed: _,
      current: _current,
      ...deciding
    } = profile;
    const keys = index.keys('stamp', name).map(nameOf);
    const sealedTo = deciding.kind === 'local' ? index.master(ports.paths.service)?.sealedTo : undefined;
    const { keepServing = false, blindSigning = false, asksToSign = false } = deciding;
    // As of a key: the module is given the PIN.
    const masterKeyOn = sealedTo && JSON.stringify([sealedTo.publicKey, ...placeOf(sealedTo)]);
    return { ...deciding, keepServing, blindSigning, asksToSign, keys, ...(masterKeyOn && { masterKeyOn }) };
  };

  const proven = async (name: string) => readRegister(await audit.profiles(storeOf(name))).profiles;

  /** Returns why a profile must not be used. Null when nothing was changed. */
  const problemOf = (profile: Named, register: ReadonlyMap<string, Members>): string | null => {
    const { name } = profile;
    const is = membersOf(profile);
    const lost = is.keys.length === 0 ? listLost(ports.paths, name) : null;
    if (lost !== null) return lost;
    const confirmed = inForce(register.get(name), is);
    const show = `Look at it in Settings, or with \`castellan profile show ${name}\``;
    if (confirmed === null)
      return `The profile “${name}” was not confirmed here. It was added outside Castellan, or the audit log with its confirmation was started again. Nothing was stamped, sent or opened. ${show}, then confirm it with \`castellan profile confirm ${name}\`.`;
    const differences = compare(is, confirmed).filter(({ changed }) => changed);
    if (differences.length === 0) return null;
    const listed = differences.map(({ member, is, was }) => `${member} is ${is} and was ${was}`).join('; ');
    return `The profile “${name}” was changed outside Castellan: ${listed}. Nothing was stamped, sent or opened. ${show}. \`castellan profile set ${name}\` with one correct member restores the other members too. \`castellan profile confirm ${name}\` accepts all changes.`;
  };

  const record: Confirmed['record'] = ({ name, baseUrl }, edit, store) =>
    audit.recordProfiles(
      storeOf(name) ?? store ?? null,
      { profile: name, url: baseUrl ?? '', operation: 'profile change' },
      (before) => {
        const register = readRegister(before);
        const members = edit(register.profiles.get(name) ?? null);
        if (members === null) register.profiles.delete(name);
        else register.profiles.set(name, members);
        return writeRegister(register);
      },
    );

  return {
    nameOf,
    membersOf,
    record,
    changeKeys: (profile, edit, change, store) =>
      // Two at once would each begin from the keys without the other's, and end with some that neither recorded.
      withFileLock(join(ports.paths.root, 'keys.lock'), async () => {
        await record(
          profile,
          (before) => {
            const { keys = [], ...rest } = inForce(before ?? undefined, membersOf(profile)) ?? {};
            return before && { ...before, ...rest, keys: edit(keys), keysBefore: keys };
          },
          store,
        );
        await change();
        await record(profile, finished);
      }),
    async requireConfirmed(profile) {
      const register = await proven(profile.name);
      const problem = problemOf(profile, register);
      const was = register.get(profile.name);
      // A change that was ended by a crash just before it was finished.
      if (problem === null && was?.keysBefore !== undefined && isSame(was.keys, membersOf(profile).keys))
        await record(profile, finished);
      if (problem !== null) throw new AppError('PROFILE_CHANGED', problem);
    },
    async examine(profiles) {
      const [first] = profiles;
      const register = readRegister(await audit.profiles(first === undefined ? null : storeOf(first.name))).profiles;
      const missing = [...register.keys()].filter((name) => profiles.every((profile) => profile.name !== name));
      return [
        ...profiles.map((profile) => problemOf(profile, register)).filter((problem) => problem !== null),
        ...missing.map((name) => `The profile “${name}” was removed outside Castellan. Its keys are still here.`),
      ];
    },
    members: async (name) => inForce((await proven(name)).get(name), { keys: index.keys('stamp', name).map(nameOf) }),
    changed(profile) {
      const is = membersOf(profile);
      const confirmed = readRegister(records.audit.unprovenProfiles()).profiles.get(profile.name);
      return compare(is, inForce(confirmed, is))
        .filter(({ changed }) => changed)
        .map(({ member }) => member);
    },
    keepsServing() {
      try {
        const { profiles } = readRegister(audit.profilesNow());
        return [...profiles.values()].some(({ kind, keepServing }) => kind === 'local' && keepServing);
      } catch {
        return false;
      }
    },
    async review(profile) {
      const members = membersOf(profile);
      const confirmed = inForce((await proven(profile.name)).get(profile.name), members);
      return { members: compare(members, confirmed), confirm: () => record(profile, () => members) };
    },
  };
}

const placeOf = ({ token: { module, label, serial, keyId } }: Pick<TokenKey, 'token'>) => [
  module,
  label,
  serial,
  keyId,
];

/** Returns the confirmed members, with the current keys during an unfinished change of keys. */
function inForce(was: Members | undefined, { keys }: Pick<Members, 'keys'>): Members | null {
  if (was === undefined) return null;
  const { keysBefore, acceptedName: _accepted, ...confirmed } = was;
  return keysBefore !== undefined && isSame(keysBefore, keys) ? { ...confirmed, keys } : confirmed;
}

function finished(was: Members | null): Members | null {
  if (was === null) return null;
  const { keysBefore: _keysBefore, ...confirmed } = was;
  return confirmed;
}

const isSame = (some: readonly string[], others: readonly string[]) => JSON.stringify(some) === JSON.stringify(others);

function compare(is: Members, was: Members | null): ComparedMember[] {
  const names = [...new Set([...Object.keys(is), ...Object.keys(was ?? {})])] as (keyof Members)[];
  // Profiles confirmed before colours existed have none.
  const known = names.filter((member) => member !== 'hue' || was === null || was.hue !== undefined);
  return known.map((member) => ({
    member,
    is: text(is[member], was?.[member]),
    was: was === null ? null : text(was[member], is[member]),
    // Compares the values, not their texts, which are shortened and can be equal for different values.
    changed: JSON.stringify(is[member]) !== JSON.stringify(was?.[member]),
  }));
}

/**
 * Formats a member next to the other one. An address has its normalized form, or its written form when both normalize
 * to one.
 */
function text(value: Members[keyof Members] | undefined, other: Members[keyof Members] | undefined): string {
  if (typeof value === 'string') {
    const plain = plainAddress(value);
    const isOther = typeof other === 'string' && other !== value && plainAddress(other) === plain;
    return oneLine(isOther ? value : plain, MAXIMUM_VALUE);
  }
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return String(value);
  return value?.map((key) => oneLine(key, MAXIMUM_VALUE)).join(', ') || 'none';
}
