import { type ProfileRow, RP_ID_PATTERN } from '../../../shared/model/index.ts';

const PATTERN = new RegExp(RP_ID_PATTERN);

/** Returns true when passkeys can be made for this host name. */
export const isParty = (text: string): boolean => PATTERN.test(text);

/** The relying party that is offered: the host of the profile's service, `localhost` where it has none that passkeys are for. */
export function defaultParty({ baseUrl }: Pick<ProfileRow, 'baseUrl'>): string {
  const host = baseUrl !== null && URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  return isParty(host) ? host : 'localhost';
}
