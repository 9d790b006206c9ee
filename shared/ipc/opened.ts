import Type, { type Static } from 'typebox';
import { Closed } from '../model/index.ts';
import { LINK_PLACES, type LinkPlace } from './link-places.ts';

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
  /** Null for a refused link and for the search. */
  destination: Type.Union([Destination, Type.Null()]),
  /** True to open the search, wherever the window is. */
  isSearch: Type.Boolean(),
  /** The reason why a link was refused. Empty for none. */
  refusal: Type.String(),
});
export type Opened = Static<typeof Opened>;
