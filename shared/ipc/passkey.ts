import Type from 'typebox';
import { Closed, MADE_PASSKEY, Secret, USED_PASSKEY } from '../model/index.ts';

/** A request to a security key or another holder of passkeys. Bytes are exactly as the browser gets them. */
export type PasskeyAsk = {
  readonly name: string;
  readonly rpId: string;
  readonly challenge: Uint8Array<ArrayBuffer>;
} & (
  | {
      readonly kind: 'create';
      /** The profile that the new key belongs to. */
      readonly profile: string;
      readonly user: { readonly id: Uint8Array<ArrayBuffer>; readonly name: string };
      /** The known passkeys. No authenticator makes a second one beside them. */
      readonly known: readonly KnownCredential[];
    }
  | {
      readonly kind: 'use';
      /** The profile that the key belongs to. */
      readonly profile: string;
      /** True for a read that nobody confirms, false for a confirmed activity. */
      readonly isRead: boolean;
      readonly credential: KnownCredential;
      readonly userVerified: boolean;
    }
  | {
      /** Makes a passkey that opens the vault's lock, and reads its response to the salt at once. */
      readonly kind: 'enroll';
      readonly user: { readonly id: Uint8Array<ArrayBuffer>; readonly name: string };
      readonly known: readonly KnownCredential[];
      readonly salt: Uint8Array<ArrayBuffer>;
    }
  | {
      /** Asks for a touch of any of these. One with a salt also returns its response to the salt. */
      readonly kind: 'touch';
      readonly to: TouchFor;
      readonly credentials: readonly (KnownCredential & { readonly salt: Uint8Array<ArrayBuffer> | null })[];
    }
);
/** The purpose of a touch for the vault's lock. */
export type TouchFor = 'unlock' | 'reveal' | 'change' | 'sign';
export type PasskeyAskOf<Kind extends PasskeyAsk['kind']> = Extract<PasskeyAsk, { kind: Kind }>;

export interface KnownCredential {
  readonly id: Uint8Array<ArrayBuffer>;
  readonly transports: readonly string[];
}

/** A request as main sends it to the window. */
export type SentAsk = PasskeyAsk & { readonly id: number };

const AskId = Type.Integer({ minimum: 1 });
/** A security key's response to its salt (WebAuthn Level 3, section 10.1.4). */
const Answer = Type.Optional(Secret(32, 32));

/** The messages of the passkey window, checked in main. */
export const PASSKEY_MESSAGES = {
  created: Closed({
    id: AskId,
    ...MADE_PASSKEY,
    transports: Type.Array(Type.String({ maxLength: 32 }), { maxItems: 16 }),
    answer: Answer,
  }),
  used: Closed({ id: AskId, ...USED_PASSKEY, answer: Answer }),
  refuse: Closed({ id: AskId }),
} as const;
