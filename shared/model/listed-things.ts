import Type, { type Static } from 'typebox';
import { Closed } from './bytes.ts';

/** Things of an organization that the window keeps no copy of. Their names are read when a form asks for an id. */
export const LISTED_THINGS = ['contractInterfaces', 'loginCredentials', 'paymentCredentials'] as const;
export type ListedThings = (typeof LISTED_THINGS)[number];

/** A thing by its id. */
export const ListedThing = Closed({
  id: Type.String(),
  /** Its name, or the name that its provider knows it by. */
  name: Type.String(),
  /** The provider as the interface spells it. Null for a thing of no provider. */
  provider: Type.Union([Type.String(), Type.Null()]),
  /** Distinguishes things of the same name. */
  more: Type.Union([Type.String(), Type.Null()]),
});
export type ListedThing = Static<typeof ListedThing>;
