import Type from 'typebox';
import { Bytes, Closed } from '../model/index.ts';

/** What is asked of a security key, or of whatever else holds passkeys. Bytes are what the browser is given. */
export type PasskeyAsk = {
  /** Whose key it is, or becomes. */
  readonly profile: string;
  readonly name: string;
  readonly rpId: string;
  readonly challenge: Uint8Array<ArrayBuffer>;
} & (
  | {
      readonly kind: 'create';
      readonly user: { readonly id: Uint8Array<ArrayBuffer>; readonly name: string };
      /** Those that are known: no authenticator makes a second one beside them. */
      readonly known: readonly KnownCredential[];
    }
  | {
      readonly kind: 'use';
      /** What it stamps: something that was confirmed, or a read that nobody is asked about. */
      readonly isRead: boolean;
      readonly credential: KnownCredential;
      readonly userVerified: boolean;
    }
);
export type PasskeyAskOf<Kind extends PasskeyAsk['kind']> = Extract<PasskeyAsk, { kind: Kind }>;

export interface KnownCredential {
  readonly id: Uint8Array<ArrayBuffer>;
  readonly transports: readonly string[];
}

/** How it is sent to the window. */
export type SentAsk = PasskeyAsk & { readonly id: number };

const AskId = Type.Integer({ minimum: 1 });
/** WebAuthn section 4: a credential id is at most 1023 bytes. */
const CredentialId = Bytes(1023);
const ClientData = Bytes(4096);

/** The messages of the passkey window, checked in main. */
export const PASSKEY_MESSAGES = {
  created: Closed({
    id: AskId,
    credentialId: CredentialId,
    clientDataJson: ClientData,
    attestationObject: Bytes(16 * 1024),
    transports: Type.Array(Type.String({ maxLength: 32 }), { maxItems: 16 }),
  }),
  used: Closed({
    id: AskId,
    credentialId: CredentialId,
    clientDataJson: ClientData,
    authenticatorData: Bytes(4096),
    signature: Bytes(1024),
  }),
  refuse: Closed({ id: AskId }),
} as const;
