/** The places that a link, a notification or the tray can open, each with the items that may follow its name. */
export const LINK_PLACES = {
  inbox: 'none',
  send: 'none',
  accounts: 'word',
  history: 'none',
  sign: 'none',
  activities: 'id',
  audit: 'none',
  organization: 'word',
  earn: 'none',
  operations: 'none',
  addresses: 'none',
  webhooks: 'word',
  station: 'none',
  settings: 'word',
} as const satisfies Readonly<Record<string, 'none' | 'id' | 'word'>>;
export type LinkPlace = keyof typeof LINK_PLACES;
