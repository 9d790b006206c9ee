import Type, { type Static } from 'typebox';
import { EXAMPLE } from '../example.ts';
import { AuthenticatorParams, Uuid } from '../fields.ts';
import { exampleParams } from '../users/authenticators.ts';

const { authenticatorName, challenge, attestation } = AuthenticatorParams.properties;
const { credentialId, clientDataJson, attestationObject, transports } = attestation.properties;

/**
 * The place of a passkey. Later versions have no such member.
 * @see https://www.w3.org/TR/webauthn-3/#enumdef-authenticatorattachment
 */
const Attachment = Type.Optional(
  Type.Union([Type.Enum(['cross-platform', 'platform'], { title: 'Authenticator attachment' }), Type.Null()]),
);

/** A passkey in the form of the public key credentials of browsers, as version 1 has it. */
export const FirstAuthenticator = Type.Object({
  authenticatorName,
  userId: Uuid('User id'),
  challenge,
  attestation: Type.Refine(
    Type.Object(
      {
        id: { ...credentialId, title: 'Id' },
        type: Type.Enum(['public-key'], { title: 'Type' }),
        rawId: credentialId,
        authenticatorAttachment: Attachment,
        response: Type.Object(
          {
            clientDataJson,
            attestationObject,
            transports: Type.Optional(transports),
            authenticatorAttachment: Attachment,
          },
          { title: 'Response' },
        ),
        clientExtensionResults: Type.Object({}, { title: 'Client extension results' }),
      },
      { title: 'Attestation' },
    ),
    ({ id, rawId }: { readonly id: string; readonly rawId: string }) => id === rawId,
    () => 'must have the same text in id and rawId, because both are the credential id',
  ),
});

/** A passkey of version 1 in the form of version 2. */
export const asRegistered = ({
  authenticatorName,
  challenge,
  attestation: { rawId, response },
}: Static<typeof FirstAuthenticator>): AuthenticatorParams => ({
  authenticatorName,
  challenge,
  attestation: {
    credentialId: rawId,
    clientDataJson: response.clientDataJson,
    attestationObject: response.attestationObject,
    transports: response.transports ?? [],
  },
});

export const exampleCredential: Static<typeof FirstAuthenticator> = {
  authenticatorName: exampleParams.authenticatorName,
  userId: EXAMPLE.userId,
  challenge: exampleParams.challenge,
  attestation: {
    id: exampleParams.attestation.credentialId,
    type: 'public-key',
    rawId: exampleParams.attestation.credentialId,
    response: {
      clientDataJson: exampleParams.attestation.clientDataJson,
      attestationObject: exampleParams.attestation.attestationObject,
      transports: exampleParams.attestation.transports,
    },
    clientExtensionResults: {},
  },
};
