import Type from 'typebox';
import { Closed, MADE_PASSKEY, Secret, USED_PASSKEY } from '../model/index.ts';

/** What is asked of a security key, or of whatever else holds passkeys. Bytes are what the browser is given. */
export type PasskeyAsk = {
  readonly name: string;
  readonly rpId: string;
  readonly challenge: Uint8Array<ArrayBuffer>;
} & (
  | {
      readonly kind: 'create';
      /** Whose key it becomes. */
      readonly profile: string;
      readonly user: { readonly id: Uint8Array<ArrayBuffer>; readonly name: string };
      /** Those that are known: no authenticator makes a second one beside them. */
      readonly known: readonly KnownCredential[];
    }
  | {
      readonly kind: 'use';
      /** Whose key it is. */
      readonly profile: string;
      /** What it stamps: something that was confirmed, or a read that nobody is asked about. */
      readonly isRead: boolean;
      readonly credential: KnownCredential;
      readonly userVerified: boolean;
    }
  | {
      /** One is made that opens the vault's lock, and asked at once for what it will answer. */
      readonly kind: 'enroll';
      readonly user: { readonly id: Uint8Array<ArrayBuffer>; readonly name: string };
      readonly known: readonly KnownCredential[];
      readonly salt: Uint8Array<ArrayBuffer>;
    }
  | {
      /** Any of these is to be touched; one with a salt is asked for its answer to it. */
      readonly kind: 'touch';
      readonly to: TouchFor;
      readonly credentials: readonly (KnownCredential & { readonly salt: Uint8Array<ArrayBuffer> | null })[];
    }
);
/** What the vault's lock is touched for. */
export type TouchFor = 'unlock' | 'reveal' | 'change' | 'sign';
export type PasskeyAskOf<Kind extends PasskeyAsk['kind']> = Extract<PasskeyAsk, { kind: Kind }>;

export interface KnownCredential {
  readonly id: Uint8Array<ArrayBuffer>;
  readonly transports: readonly string[];
}

/** How it is sent to the window. */
export type SentAsk = PasskeyAsk & { readonly id: number };

const AskId = Type.Integer({ minimum: 1 });
/** What a security key answered to its salt (WebAuthn Level 3, section 10.1.4). */
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
