import Type from 'typebox';
import { Closed, CredentialRow, ProfileRow } from '../model/index.ts';
import { call } from './define.ts';

const Nothing = Closed({});

export const ProfileName = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9 _.-]{0,39}$',
  says: 'a name of 1 to 40 letters, digits, spaces or _ . -, which begins with a letter or digit',
});
export const ServiceUrl = Type.String({ minLength: 8, maxLength: 2048 });

/** The part of the contract about profiles. The trusted window asks about every change of one. */
export const PROFILE_CALLS = {
  profiles: {
    list: call(Nothing, Closed({ profiles: Type.Array(ProfileRow), credentials: Type.Array(CredentialRow) })),
    use: call(Closed({ name: ProfileName }), Nothing),
    remove: call(Closed({ name: ProfileName }), Nothing),
    /** Asks the operator to accept a profile that was changed outside this program. */
    confirm: call(Closed({ name: ProfileName }), Nothing),
    /** Asks the operator to use the service at other addresses. `authUrl` is that of its gateway, null for the default. */
    move: call(
      Closed({ name: ProfileName, baseUrl: ServiceUrl, authUrl: Type.Union([ServiceUrl, Type.Null()]) }),
      Nothing,
    ),
    /** Asks the operator to pin the service's new name of the organization. */
    acceptName: call(Closed({ name: ProfileName }), Nothing),
    /** Asks the operator to allow or forbid blind signing with a profile. */
    allowBlindSigning: call(Closed({ name: ProfileName, allowed: Type.Boolean() }), Nothing),
    /** Sets or clears the prompt for the PIN, passphrase or security key with each signature of a profile. */
    askToSign: call(Closed({ name: ProfileName, asks: Type.Boolean() }), Nothing),
    /** Asks the service which user and organization the current key belongs to. */
    check: call(
      Nothing,
      Closed({
        organizationId: Type.String(),
        organizationName: Type.String(),
        userId: Type.String(),
        username: Type.String(),
      }),
    ),
  },
} as const;
