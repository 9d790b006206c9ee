import Type, { type Static } from 'typebox';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { Closed, type KeyStore, nearest, ProfileRow } from '../../../shared/model/index.ts';
import { oneLine, plainAddress, requestUrl } from '../../client/index.ts';
import { readStateFile, updateStateFile } from '../../storage/files/index.ts';
import type { Base } from '../base.ts';
import type { Keyring } from '../keyring/keyring.ts';
import type { Confirmed } from './confirmed.ts';
import { fetcherKeyOf, PUBLIC_SERVICE } from './public-service.ts';
import { type EmbeddedService, isServedHere, type ServiceHost, type ServiceMembers } from './served-here.ts';

/** Characters of an organization's name. */
const MAXIMUM_NAME = 64;

const FORMAT = { format: 'castellan-profiles', version: 1 } as const;
const Stored = Closed({
  format: Type.Literal(FORMAT.format),
  version: Type.Literal(FORMAT.version),
  current: Type.Union([Type.String(), Type.Null()]),
  profiles: Type.Array(Type.Omit(ProfileRow, ['current', 'changed'])),
});
type Stored = Static<typeof Stored>;

/** The members of a new profile. A null key means the public service's key. */
export interface NewProfile extends Omit<ProfileRow, 'signerKey' | 'notarizerKey' | 'hue' | 'current' | 'changed'> {
  readonly signerKey: string | null;
  readonly notarizerKey: string | null;
}

/** The members to change. An absent member stays as it is. */
export type ProfileChanges = { readonly [Name in Exclude<Settable, 'authUrl'>]?: string } & {
  readonly authUrl?: string | null;
  readonly keepServing?: boolean;
  readonly blindSigning?: boolean;
  /** Only `AskToSign` changes it, because the vault has to know. */
  readonly asksToSign?: boolean;
};
type Pinned = 'signerKey' | 'notarizerKey' | 'fetcherKey';
type Settable = 'baseUrl' | 'authUrl' | 'organizationId' | Pinned | 'authProxyConfigId';

/**
 * The operator's profiles, in `profiles.json`. Each change is on disk before it returns. Members that decide are
 * recorded first as confirmed, so call it only for the operator's answer or command. Differences in the file are shown,
 * and refused by `requireConfirmed`.
 */
export interface Profiles extends Pick<Confirmed, 'requireConfirmed' | 'keepsServing'> {
  list(): ProfileRow[];
  /** The named profile, or the current one. Throws UNKNOWN_PROFILE. */
  get(name?: string): ProfileRow;
  /** Null before the first one is made. */
  current(): ProfileRow | null;
  /** The profile whose service is inside this program, or null. */
  local(): ProfileRow | null;
  /** Throws PROFILE_EXISTS, INVALID_INPUT for an address that requests may not be sent to, and AUDIT_UNAVAILABLE. */
  add(profile: NewProfile, store?: KeyStore): Promise<ProfileRow>;
  /**
   * Changes a profile and keeps its keys. Members not named stay as confirmed. Throws UNKNOWN_PROFILE, PROFILE_CHANGED
   * and INVALID_INPUT. Throws NOT_SUPPORTED for members that this machine's vault decides, and for another service or
   * organization while requests to this one are unsettled.
   */
  set(name: string, wanted: ProfileChanges): Promise<ProfileRow>;
  /**
   * Follows the embedded service to another port: changes the addresses of this machine's profiles that named it. Throws
   * AUDIT_UNAVAILABLE.
   */
  follow(from: Pick<EmbeddedService, ServiceHost>, to: EmbeddedService): Promise<void>;
  /** Pins the service's first name of the organization. A later, different name becomes `claimedName`. */
  learnName(name: string, organizationName: string): void;
  /**
   * Pins the service's new name of the organization and records it in the audit log. Throws INVALID_INPUT for a name
   * that the service no longer uses, and UNKNOWN_PROFILE.
   */
  acceptName(name: string, organizationName: string): Promise<void>;
  use(name: string): void;
  /**
   * Removes a profile, its keys and its cached rows. Throws UNKNOWN_PROFILE, or NOT_SUPPORTED for a profile that must
   * not be lost.
   */
  remove(name: string): Promise<void>;
  /** Changes made outside this program, as sentences. */
  examine(): Promise<string[]>;
}

export function createProfiles(
  { ports, changes, index, cache, history, records }: Base,
  keyring: Keyring,
  confirmed: Confirmed,
): Profiles {
  const path = ports.paths.profiles;
  const empty: Stored = { ...FORMAT, current: null, profiles: [] };
  const load = (): Stored => readStateFile(path, Stored, FORMAT) ?? empty;
  const change = (edit: (stored: Stored) => Stored) => {
    updateStateFile(path, Stored, FORMAT, (stored) => edit(stored ?? empty));
    changes.announce('state');
  };
  const row = (stored: Stored, profile: Stored['profiles'][number]): ProfileRow => {
    const changed = confirmed.changed(profile);
    return { ...profile, current: profile.name === stored.current, ...(changed.length === 0 ? {} : { changed }) };
  };
  const notifyRows = () => {
    changes.announce('accounts');
    changes.announce('activities');
  };

  /** True while the outcome of some sent requests is unknown. */
  const isUnsettled = (name: string) => records.journal.unsettled().some((entry) => entry.profile === name);

  const rename = (name: string, organizationName: string, claimedName?: string) =>
    change((stored) => ({
      ...stored,
      profiles: stored.profiles.map((profile) => {
        if (profile.name !== name) return profile;
        const { claimedName: _before, ...rest } = profile;
        return { ...rest, organizationName, ...(claimedName === undefined ? {} : { claimedName }) };
      }),
    }));

  const list = () => {
    const stored = load();
    return stored.profiles.map((profile) => row(stored, profile));
  };

  const get: Profiles['get'] = (name) => {
    const stored = load();
    const wanted = name ?? stored.current;
    if (wanted === null)
      throw new AppError(
        'UNKNOWN_PROFILE',
        'There is no profile yet. Make the vault on this machine with `castellan init`, or a profile with `castellan profile add`.',
      );
    const profile = stored.profiles.find((candidate) => candidate.name === wanted);
    if (profile === undefined) throw unknownProfile(wanted, stored, 'Nothing was done');
    return row(stored, profile);
  };

  return {
    list,
    get,
    current: () => list().find((profile) => profile.current) ?? null,
    local: () => list().find((profile) => profile.kind === 'local') ?? null,
    requireConfirmed: confirmed.requireConfirmed,
    keepsServing: confirmed.keepsServing,
    examine: () => confirmed.examine(list()),
    async add(profile, store) {
      const requireNew = ({ profiles }: Stored) => {
        if (profiles.every((candidate) => candidate.name !== profile.name)) return;
        throw new AppError(
          'PROFILE_EXISTS',
          sentence`A profile “${profile.name}” exists. Nothing was changed. Change it with \`castellan profile set\`, or choose another name.`,
        );
      };
      const before = load();
      requireNew(before);
      const added = {
        ...profile,
        baseUrl: checkedUrl(profile.baseUrl),
        authUrl: checkedUrl(profile.authUrl),
        signerKey: (profile.signerKey ?? PUBLIC_SERVICE.signerKey).toLowerCase(),
        notarizerKey: (profile.notarizerKey ?? PUBLIC_SERVICE.notarizerKey).toLowerCase(),
        fetcherKey: fetcherKeyOf(profile).toLowerCase(),
        hue: nextHue(before.profiles.length),
      };
      await confirmed.record(added, () => confirmed.membersOf(added), store);
      change((stored) => {
        requireNew(stored);
        return { ...stored, current: stored.current ?? added.name, profiles: [...stored.profiles, added] };
      });
      return get(profile.name);
    },
    async set(name, wanted) {
      const checked = normalized(wanted);
      const found = get(name);
      const members = await confirmed.members(name);
      // Without confirmed members, this throws with the reason.
      if (members === null) await confirmed.requireConfirmed(found);
      const before = members ?? confirmed.membersOf(found);
      const settable = ['authProxyConfigId', 'keepServing', 'blindSigning', 'asksToSign'];
      if (before.kind === 'local' && Object.keys(checked).some((member) => !settable.includes(member))) {
        throw new AppError(
          'NOT_SUPPORTED',
          'The vault on this machine sets its own address, organization and keys. Nothing was changed. Add a profile for another service.',
        );
      }
      if (before.kind === 'remote' && checked.keepServing !== undefined) {
        throw new AppError(
          'NOT_SUPPORTED',
          'Only the embedded service can keep running while the window is locked. Nothing was changed. Name the profile of the vault on this machine.',
        );
      }
      const moves = (['baseUrl', 'organizationId'] as const).some(
        (member) => checked[member] !== undefined && checked[member] !== before[member],
      );
      if (moves && isUnsettled(name)) {
        throw new AppError(
          'NOT_SUPPORTED',
          sentence`The profile “${name}” has unsettled requests, which could not be settled at another service or organization. Nothing was changed. Settle or give up these requests first.`,
        );
      }
      const after = { ...before, ...checked };
      await confirmed.record({ name, baseUrl: after.baseUrl }, (latest) => ({ ...(latest ?? before), ...checked }));
      const { keys: _keys, keepServing, blindSigning, asksToSign, ...kept } = after;
      change((stored) => ({
        ...stored,
        profiles: stored.profiles.map((profile) => {
          if (profile.name !== name) return profile;
          const { organizationName, claimedName } = profile;
          // Another service or organization has another name.
          const called =
            organizationName === undefined || moves ? {} : { organizationName, ...(claimedName && { claimedName }) };
          const switches = {
            ...(keepServing ? { keepServing } : {}),
            ...(blindSigning ? { blindSigning } : {}),
            ...(asksToSign ? { asksToSign } : {}),
          };
          return { name, ...kept, ...switches, ...called, hue: kept.hue ?? profile.hue };
        }),
      }));
      // Data read from the previous service does not belong to the new one.
      if (moves) {
        cache.writer.removeProfile(name);
        history.removeProfile(name);
        notifyRows();
      }
      return get(name);
    },
    async follow(from, to) {
      const isAt = (profile: ServiceMembers, host: ServiceHost) =>
        profile[host] !== to[host] && isServedHere(profile, { ...from, keys: to.keys }, host);
      const isBehind = (profile: ServiceMembers) => isAt(profile, 'baseUrl') || isAt(profile, 'authUrl');
      const followed = <Profile extends ServiceMembers>(profile: Profile): Profile => ({
        ...profile,
        ...(isAt(profile, 'baseUrl') ? { baseUrl: to.baseUrl } : {}),
        ...(isAt(profile, 'authUrl') ? { authUrl: to.authUrl } : {}),
      });
      for (const { name } of list().filter(isBehind)) {
        const members = await confirmed.members(name);
        if (members === null || !isBehind(members)) continue;
        await confirmed.record(followed({ ...members, name }), (latest) => followed(latest ?? members));
        change((stored) => ({
          ...stored,
          profiles: stored.profiles.map((profile) => (profile.name === name ? followed(profile) : profile)),
        }));
      }
    },
    learnName(name, reported) {
      const organizationName = oneLine(reported, MAXIMUM_NAME);
      const { organizationName: pinned, claimedName } = get(name);
      const claimed = pinned === undefined || pinned === organizationName ? undefined : organizationName;
      if (organizationName === '' || (pinned !== undefined && claimed === claimedName)) return;
      rename(name, pinned ?? organizationName, claimed);
    },
    async acceptName(name, organizationName) {
      if (get(name).claimedName !== organizationName)
        throw new AppError(
          'INVALID_INPUT',
          sentence`The service of “${name}” no longer uses this name. Nothing was changed. Check the connection and look at the name again.`,
        );
      await confirmed.record(get(name), (before) => before && { ...before, acceptedName: organizationName });
      rename(name, organizationName);
    },
    use(name) {
      change((stored) => {
        if (stored.profiles.some((profile) => profile.name === name)) return { ...stored, current: name };
        throw unknownProfile(name, stored, 'The current one stays');
      });
      notifyRows();
    },
    async remove(name) {
      if (get(name).kind === 'local') {
        throw new AppError(
          'NOT_SUPPORTED',
          'The profile of the vault on this machine cannot be removed: its key is the only way to its wallets. Nothing was changed.',
        );
      }
      if (isUnsettled(name)) {
        throw new AppError(
          'NOT_SUPPORTED',
          sentence`The profile “${name}” has unsettled requests, which could not be settled without it. Nothing was changed. Settle or give up these requests first.`,
        );
      }
      await confirmed.record(get(name), () => null);
      for (const key of [...index.keys('stamp', name), ...index.keys('target', name)]) await keyring.remove(key);
      cache.writer.removeProfile(name);
      history.removeProfile(name);
      change((stored) => {
        const left = stored.profiles.filter((profile) => profile.name !== name);
        return {
          ...stored,
          profiles: left,
          current: stored.current === name ? (left[0]?.name ?? null) : stored.current,
        };
      });
    },
  };
}

function unknownProfile(name: string, { profiles }: Stored, undone: string): AppError {
  const names = profiles.map((profile) => profile.name);
  const [meant] = nearest(name, names);
  const way = meant === undefined ? `Known profiles: ${names.join(', ') || 'none yet'}.` : `Did you mean “${meant}”?`;
  return new AppError('UNKNOWN_PROFILE', sentence`There is no profile “${name}”. ${undone}. ${way}`);
}

/** As `profiles.json` holds them. Throws INVALID_INPUT for an address that requests may not be sent to. */
function normalized({
  baseUrl,
  authUrl,
  signerKey,
  notarizerKey,
  fetcherKey,
  ...rest
}: ProfileChanges): ProfileChanges {
  return {
    ...rest,
    ...(baseUrl === undefined ? {} : { baseUrl: checkedUrl(baseUrl) }),
    ...(authUrl === undefined ? {} : { authUrl: checkedUrl(authUrl) }),
    ...(signerKey === undefined ? {} : { signerKey: signerKey.toLowerCase() }),
    ...(notarizerKey === undefined ? {} : { notarizerKey: notarizerKey.toLowerCase() }),
    ...(fetcherKey === undefined ? {} : { fetcherKey: fetcherKey.toLowerCase() }),
  };
}

/**
 * Returns the normalized address. Throws INVALID_INPUT for an address that must not get requests.
 *
 * @example
 * checkedUrl('HTTPS://API.example.com/');
 * // 'https://api.example.com'
 */
export function checkedUrl<Url extends string | null>(url: Url): Url extends null ? null : string;
export function checkedUrl(url: string | null): string | null {
  if (url === null) return null;
  requestUrl(url, '/');
  return plainAddress(url);
}

/** Hues a golden angle apart, so that neighbours in the list never look alike. */
const nextHue = (index: number): number => Math.round(215 + index * 137.508) % 360;
