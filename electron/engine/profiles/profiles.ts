import Type, { type Static } from 'typebox';
import { AppError } from '../../../shared/errors/index.ts';
import { Closed, ProfileRow } from '../../../shared/model/index.ts';
import { requestUrl } from '../../client/index.ts';
import { readStateFile, updateStateFile } from '../../storage/files/index.ts';
import type { Engine, NewProfile } from '../types.ts';

/** The public service's keys that a new profile pins unless it is given others (PROTOCOL 5.3). */
const PUBLIC_SERVICE = {
  signerKey:
    '04cf288fe433cc4e1aa0ce1632feac4ea26bf2f5a09dcfe5a42c398e06898710330f0572882f4dbdf0f5304b8fc8703acd69adca9a4bbf7f5d00d20a5e364b2569',
  notarizerKey:
    '04d498aa87ac3bf982ac2b5dd9604d0074905cfbda5d62727c5a237b895e6749205e9f7cd566909c4387f6ca25c308445c60884b788560b785f4a96ac33702a469',
} as const;

const FORMAT = { format: 'castellan-profiles', version: 1 } as const;
const Stored = Closed({
  format: Type.Literal(FORMAT.format),
  version: Type.Literal(FORMAT.version),
  current: Type.Union([Type.String(), Type.Null()]),
  profiles: Type.Array(Type.Omit(ProfileRow, ['current'])),
});
type Stored = Static<typeof Stored>;

type ProfileStore = Omit<Engine['profiles'], 'remove'> & { remove(name: string): void };

/** The profiles of this operator, in `profiles.json`. Each change is on disk before it returns. */
export function createProfiles(path: string): ProfileStore {
  const empty: Stored = { ...FORMAT, current: null, profiles: [] };
  const load = (): Stored => readStateFile(path, Stored, FORMAT) ?? empty;
  const change = (edit: (stored: Stored) => Stored) =>
    updateStateFile(path, Stored, FORMAT, (stored) => edit(stored ?? empty));
  const row = (stored: Stored, profile: Stored['profiles'][number]): ProfileRow => ({
    ...profile,
    current: profile.name === stored.current,
  });

  const profiles: ProfileStore = {
    list() {
      const stored = load();
      return stored.profiles.map((profile) => row(stored, profile));
    },
    get(name) {
      const stored = load();
      const wanted = name ?? stored.current;
      if (wanted === null)
        throw new AppError(
          'UNKNOWN_PROFILE',
          'There is no profile yet. Make one with `castellan profile add`, or open the window once.',
        );
      const profile = stored.profiles.find((candidate) => candidate.name === wanted);
      if (profile === undefined) {
        const known = stored.profiles.map((candidate) => candidate.name).join(', ') || 'none yet';
        throw new AppError(
          'UNKNOWN_PROFILE',
          `There is no profile “${wanted}”. Nothing was done. Known profiles: ${known}.`,
        );
      }
      return row(stored, profile);
    },
    add(profile: NewProfile) {
      const urls = { baseUrl: checkedUrl(profile.baseUrl), authUrl: checkedUrl(profile.authUrl) };
      change((stored) => {
        if (stored.profiles.some((candidate) => candidate.name === profile.name)) {
          throw new AppError(
            'PROFILE_EXISTS',
            `A profile “${profile.name}” exists. Nothing was changed. Remove it first, or choose another name.`,
          );
        }
        const added = {
          ...profile,
          ...urls,
          signerKey: (profile.signerKey ?? PUBLIC_SERVICE.signerKey).toLowerCase(),
          notarizerKey: (profile.notarizerKey ?? PUBLIC_SERVICE.notarizerKey).toLowerCase(),
          hue: nextHue(stored.profiles.length),
        };
        return { ...stored, current: stored.current ?? added.name, profiles: [...stored.profiles, added] };
      });
      return profiles.get(profile.name);
    },
    use(name) {
      change((stored) => {
        if (stored.profiles.some((profile) => profile.name === name)) return { ...stored, current: name };
        throw new AppError('UNKNOWN_PROFILE', `There is no profile “${name}”. The current one stays.`);
      });
    },
    remove(name) {
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
  return profiles;
}

/** The address without a trailing slash; `requestUrl` refuses what may not be used. */
function checkedUrl(url: string | null): string | null {
  if (url === null) return null;
  requestUrl(url, '/');
  return url.replace(/\/+$/, '');
}

/** Hues a golden angle apart, so that neighbours in the list never look alike. */
function nextHue(index: number): number {
  return Math.round(215 + index * 137.508) % 360;
}
