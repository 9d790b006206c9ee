import { type ProfileRow, RP_ID_PATTERN } from '../../shared/model/index.ts';

const PATTERN = new RegExp(RP_ID_PATTERN);

/** Returns true when passkeys can be made for this host name. */
export const isParty = (text: string): boolean => PATTERN.test(text);

/** Returns the default relying party: the host of the profile's service, or `localhost` if it cannot have passkeys. */
export function defaultParty({ baseUrl }: Pick<ProfileRow, 'baseUrl'>): string {
  const host = baseUrl !== null && URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  return isParty(host) ? host : 'localhost';
}
