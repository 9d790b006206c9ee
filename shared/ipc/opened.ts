import Type, { type Static } from 'typebox';
import { Closed } from '../model/index.ts';

/** The places that a link, a notification or the tray can open, each with the items that may follow its name. */
export const LINK_PLACES = {
  inbox: 'none',
  send: 'none',
  accounts: 'none',
  history: 'none',
  sign: 'none',
  activities: 'id',
  audit: 'none',
  organization: 'word',
  earn: 'none',
  operations: 'none',
  addresses: 'none',
  webhooks: 'word',
  settings: 'word',
} as const satisfies Readonly<Record<string, 'none' | 'id' | 'word'>>;
export type LinkPlace = keyof typeof LINK_PLACES;

/** A place to show, and the item there. It never acts. */
export const Destination = Closed({
  place: Type.Enum(Object.keys(LINK_PLACES) as LinkPlace[]),
  /** The id of an activity, or the name of a section. Null for none. */
  item: Type.Union([Type.String(), Type.Null()]),
});
export type Destination = Static<typeof Destination>;

/** A request from outside the window to show a place. */
export const Opened = Closed({
  from: Type.Enum(['link', 'notification', 'tray']),
  /** Null for a refused link. */
  destination: Type.Union([Destination, Type.Null()]),
  /** The reason why a link was refused. Empty for none. */
  refusal: Type.String(),
});
export type Opened = Static<typeof Opened>;
