import type { ProfileRow } from '../../../shared/model/index.ts';
import { utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';

/**
 * Members that only name a profile. Every other member decides. The colour decides too, because operators distinguish
 * profiles by it.
 */
type Named = 'name' | 'organizationName' | 'claimedName' | 'current' | 'changed';
/** Off where they are absent. */
type Switch = 'keepServing' | 'blindSigning' | 'asksToSign';
/**
 * The deciding members of a profile: the service, organization, keys and pins of its requests, and the work allowed
 * while locked.
 */
export type Members = Omit<ProfileRow, Named | Switch> & {
  readonly [Name in Switch]: boolean;
} & {
  /** The token key that opens the local service's master key, and its place. Absent where none is needed. */
  readonly masterKeyOn?: string;
  /** Id and public key of each key that stamps for it, the one in use first. */
  readonly keys: readonly string[];
  /** The organization's name that the operator last accepted after a change. It decides nothing. */
  readonly acceptedName?: string;
  /** The earlier keys, which stay valid until a change of keys is finished. */
  readonly keysBefore?: readonly string[];
};

/** The operator's confirmed state: the deciding members of each profile, and the SHA-256 of each document in hex. */
export interface Register {
  readonly profiles: Map<string, Members>;
  readonly documents: Map<string, string>;
}

/** Parses an entry's body, which this program made and signed. Null, before the first entry, is an empty register. */
export function readRegister(body: Uint8Array | null): Register {
  if (body === null) return { profiles: new Map(), documents: new Map() };
  const { profiles, documents } = JSON.parse(utf8Decode(body)) as {
    profiles: Record<string, Omit<Members, 'asksToSign'> & Partial<Members>>;
    documents: Record<string, string>;
  };
  // Profiles confirmed before this switch existed have it off.
  const whole = Object.entries(profiles).map(([name, members]) => [name, { asksToSign: false, ...members }] as const);
  return { profiles: new Map(whole), documents: new Map(Object.entries(documents)) };
}

export function writeRegister({ profiles, documents }: Register): Uint8Array<ArrayBuffer> {
  return utf8Encode(
    JSON.stringify({ profiles: Object.fromEntries(profiles), documents: Object.fromEntries(documents) }),
  );
}
