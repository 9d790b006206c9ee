import type { CreatedPasskey, KnownCredential, PasskeyAskOf, UsedPasskey } from '../../shared/ipc/index.ts';

/** The same wait for a touch as in the official client. */
const TIMEOUT_MS = 300_000;
/** ES256, the one algorithm that all authenticators have (RFC 9053, section 2.1). */
const ES256 = -7;

/** Has the browser make a passkey (WebAuthn section 5.1.3). Throws its DOMException. */
export async function createPasskey(ask: PasskeyAskOf<'create'>): Promise<CreatedPasskey> {
  const { created } = await make(ask, {
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return created;
}

/** Has the browser ask for an assertion (WebAuthn section 5.1.4). Throws its DOMException. */
export async function assertPasskey(ask: PasskeyAskOf<'use'>): Promise<UsedPasskey> {
  const { rpId, challenge, credential, userVerified } = ask;
  const { used } = await assert({
    rpId,
    challenge,
    // A passkey that was registered with user verification must be used with it.
    userVerification: userVerified ? 'required' : 'preferred',
    allowCredentials: [descriptor(credential)],
  });
  return used;
}

/**
 * Has the browser create a security key for the lock, then asks the key for the output of its salt (WebAuthn Level 3,
 * section 10.1.4). Many keys reveal their support only when they are used. Throws its DOMException, and
 * NotSupportedError for a key without such an output.
 */
export async function enrollKey(ask: PasskeyAskOf<'enroll'>): Promise<CreatedPasskey> {
  const { created, extensions } = await make(ask, {
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
    extensions: { prf: {} },
  });
  if (extensions.prf?.enabled !== true) throw unsupported();
  const { rpId, challenge, salt } = ask;
  const { credentialId: id, transports } = created;
  const { answer } = await touchKey({ rpId, challenge, credentials: [{ id, transports, salt }] });
  if (answer === undefined) throw unsupported();
  return { ...created, answer };
}

/**
 * Has the browser ask for a touch of any of these security keys, and for the output of its salt if it has one. Throws
 * its DOMException.
 */
export async function touchKey({
  rpId,
  challenge,
  credentials,
}: Pick<PasskeyAskOf<'touch'>, 'rpId' | 'challenge' | 'credentials'>): Promise<UsedPasskey> {
  const salts = credentials.flatMap(({ id, salt }) =>
    salt === null ? [] : [[base64url(id), { first: salt }] as const],
  );
  const { used, extensions } = await assert({
    rpId,
    challenge,
    userVerification: 'required',
    allowCredentials: credentials.map(descriptor),
    ...(salts.length === 0 ? {} : { extensions: { prf: { evalByCredential: Object.fromEntries(salts) } } }),
  });
  const first = extensions.prf?.results?.first;
  if (salts.length > 0 && first === undefined) throw unsupported();
  return {
    ...used,
    ...(first === undefined ? {} : { answer: new Uint8Array(first as ArrayBuffer) }),
  };
}

/** Has the browser ask for an assertion. Returns it with the extension outputs. Throws its DOMException. */
async function assert(
  request: PublicKeyCredentialRequestOptions,
): Promise<{ readonly used: UsedPasskey; readonly extensions: AuthenticationExtensionsClientOutputs }> {
  const asserted = (await navigator.credentials.get({
    publicKey: { timeout: TIMEOUT_MS, ...request },
  })) as PublicKeyCredential & { readonly response: AuthenticatorAssertionResponse };
  const { response } = asserted;
  return {
    used: {
      credentialId: new Uint8Array(asserted.rawId),
      clientDataJson: new Uint8Array(response.clientDataJSON),
      authenticatorData: new Uint8Array(response.authenticatorData),
      signature: new Uint8Array(response.signature),
    },
    extensions: asserted.getClientExtensionResults(),
  };
}

/** Has the browser create a credential of this kind. Returns it with the extension outputs. Throws its DOMException. */
async function make(
  { rpId, challenge, user, name, known }: PasskeyAskOf<'create' | 'enroll'>,
  kind: Pick<PublicKeyCredentialCreationOptions, 'authenticatorSelection' | 'extensions'>,
): Promise<{ readonly created: CreatedPasskey; readonly extensions: AuthenticationExtensionsClientOutputs }> {
  const made = (await navigator.credentials.create({
    publicKey: {
      rp: { id: rpId, name: 'Castellan' },
      user: { id: user.id, name: user.name, displayName: name },
      challenge,
      pubKeyCredParams: [{ type: 'public-key', alg: ES256 }],
      timeout: TIMEOUT_MS,
      attestation: 'none',
      excludeCredentials: known.map(descriptor),
      ...kind,
    },
  })) as PublicKeyCredential & { readonly response: AuthenticatorAttestationResponse };
  const { response } = made;
  return {
    created: {
      credentialId: new Uint8Array(made.rawId),
      clientDataJson: new Uint8Array(response.clientDataJSON),
      attestationObject: new Uint8Array(response.attestationObject),
      transports: response.getTransports(),
    },
    extensions: made.getClientExtensionResults(),
  };
}

const unsupported = () => new DOMException('It has no pseudo-random function.', 'NotSupportedError');

/** The format of credential ids in the extension. */
const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/={1,2}$/, '');

const descriptor = ({ id, transports }: KnownCredential): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: id as BufferSource,
  transports: transports as AuthenticatorTransport[],
});
