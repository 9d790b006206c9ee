import Type, { type Static, type TArray, type TArrayOptions, type TSchema } from 'typebox';
import { P256ApiKeyParams } from '../fields.ts';
import { OidcToken } from '../oauth/oauth-providers.ts';
import { userMembers } from '../users/users.ts';

const { oauthProviders, apiKeys, userPhoneNumber, ...others } = userMembers;

/** A list with the title and bounds of `like`, of other items, and with the options given. */
export function listLike<Items extends TSchema>(like: TArray, items: Items, given: TArrayOptions = {}): TArray<Items> {
  const { type: _type, items: _items, ...options } = like;
  return Type.Array(items, { ...options, ...given });
}

/** API keys from the time when only P-256 was accepted. */
export const P256ApiKeys = listLike(apiKeys, P256ApiKeyParams);

/** An identity that only a token can prove. */
export const TokenProviders = listLike(
  oauthProviders,
  Type.Object({ providerName: oauthProviders.items.properties.providerName, oidcToken: OidcToken }),
);

/** The members of a user, version by version. */
export const USER_MEMBERS = {
  /** P-256 API keys and authenticators. */
  first: { ...others, apiKeys: P256ApiKeys },
  /** With OAuth providers. */
  providers: { ...others, apiKeys: P256ApiKeys, oauthProviders: TokenProviders },
  /** With API keys of every curve. */
  curves: { ...others, apiKeys, oauthProviders: TokenProviders },
  /** With a phone number. */
  phones: { ...others, userPhoneNumber, apiKeys, oauthProviders: TokenProviders },
};

/** API keys as the newest version has them. */
export const withCurve = (keys: Static<typeof P256ApiKeys>) =>
  keys.map((key) => ({ ...key, curveType: 'API_KEY_CURVE_P256' as const }));

/** A user from before OAuth providers, in the form of the newest version. */
export const withoutProviders = <User extends { readonly apiKeys: Static<typeof P256ApiKeys> }>(user: User) => ({
  ...user,
  apiKeys: withCurve(user.apiKeys),
  oauthProviders: [],
});
