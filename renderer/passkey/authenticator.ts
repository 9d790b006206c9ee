import type { CreatedPasskey, KnownCredential, PasskeyAskOf, UsedPasskey } from '../../shared/ipc/index.ts';

/** As long as the official client waits for a touch. */
const TIMEOUT_MS = 300_000;
/** ES256, the one algorithm that all authenticators have (RFC 9053, section 2.1). */
const ES256 = -7;

/** Has the browser make a passkey (WebAuthn section 5.1.3). Throws its DOMException. */
export async function createPasskey(ask: PasskeyAskOf<'create'>): Promise<CreatedPasskey> {
  const { rpId, challenge, user, name, known } = ask;
  const made = await navigator.credentials.create({
    publicKey: {
      rp: { id: rpId, name: 'Castellan' },
      user: { id: user.id, name: user.name, displayName: name },
      challenge,
      pubKeyCredParams: [{ type: 'public-key', alg: ES256 }],
      timeout: TIMEOUT_MS,
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      excludeCredentials: known.map(descriptor),
    },
  });
  const { rawId, response } = made as PublicKeyCredential & { readonly response: AuthenticatorAttestationResponse };
  return {
    credentialId: new Uint8Array(rawId),
    clientDataJson: new Uint8Array(response.clientDataJSON),
    attestationObject: new Uint8Array(response.attestationObject),
    transports: response.getTransports(),
  };
}

/** Has the browser ask for an assertion (WebAuthn section 5.1.4). Throws its DOMException. */
export async function assertPasskey(ask: PasskeyAskOf<'use'>): Promise<UsedPasskey> {
  const { rpId, challenge, credential, userVerified } = ask;
  const used = await navigator.credentials.get({
    publicKey: {
      rpId,
      challenge,
      timeout: TIMEOUT_MS,
      // What was registered with it has to be used with it.
      userVerification: userVerified ? 'required' : 'preferred',
      allowCredentials: [descriptor(credential)],
    },
  });
  const { rawId, response } = used as PublicKeyCredential & { readonly response: AuthenticatorAssertionResponse };
  return {
    credentialId: new Uint8Array(rawId),
    clientDataJson: new Uint8Array(response.clientDataJSON),
    authenticatorData: new Uint8Array(response.authenticatorData),
    signature: new Uint8Array(response.signature),
  };
}

const descriptor = ({ id, transports }: KnownCredential): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: id as BufferSource,
  transports: transports as AuthenticatorTransport[],
});
