import type { ProfileRow } from '../../../shared/model/index.ts';
import { utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';

/** Members that only name a profile; every other one decides, its colour too, by which operators tell profiles apart. */
type Named = 'name' | 'organizationName' | 'current' | 'changed';
/** Off where they are absent. */
type Switch = 'keepServing' | 'blindSigning' | 'asksToSign';
/** What decides where requests go, for whom, with which keys and against which pins, and what goes on while locked. */
export type Members = Omit<ProfileRow, Named | Switch> & {
  readonly [Name in Switch]: boolean;
} & {
  /** The token key that opens the master key of the local service, and where it is; absent where none is needed. */
  readonly masterKeyOn?: string;
  /** Id and public key of each key that stamps for it, the one in use first. */
  readonly keys: readonly string[];
  /** The keys of before, which are as good until a change of them is finished. */
  readonly keysBefore?: readonly string[];
};

/** What the operator confirmed: what decides of each profile, and the SHA-256 in hex of each document. */
export interface Register {
  readonly profiles: Map<string, Members>;
  readonly documents: Map<string, string>;
}

/** The body of an entry that this program made and signed; null, before there was one, holds nothing. */
export function readRegister(body: Uint8Array | null): Register {
  if (body === null) return { profiles: new Map(), documents: new Map() };
  const { profiles, documents } = JSON.parse(utf8Decode(body)) as {
    profiles: Record<string, Omit<Members, 'asksToSign'> & Partial<Members>>;
    documents: Record<string, string>;
  };
  // What was confirmed before there was this switch has it off.
  const whole = Object.entries(profiles).map(([name, members]) => [name, { asksToSign: false, ...members }] as const);
  return { profiles: new Map(whole), documents: new Map(Object.entries(documents)) };
}

export function writeRegister({ profiles, documents }: Register): Uint8Array<ArrayBuffer> {
  return utf8Encode(
    JSON.stringify({ profiles: Object.fromEntries(profiles), documents: Object.fromEntries(documents) }),
  );
}
