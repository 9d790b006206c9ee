import Type, { type Static } from 'typebox';
import { Closed } from './bytes.ts';
import { ENDPOINT_CHAINS } from './chains.ts';

/** The most endpoints of one chain. */
export const MAXIMUM_ENDPOINTS = 8;
/** The most characters of an endpoint's address. */
export const MAXIMUM_ENDPOINT_ADDRESS = 2048;

const Node = { id: Type.String({ pattern: '^[0-9a-f]{16}$' }), chain: Type.Enum(ENDPOINT_CHAINS) };

/** A stored node of a chain. Its address may hold a key. */
export const KeptEndpoint = Closed({
  ...Node,
  url: Type.String({ minLength: 1, maxLength: MAXIMUM_ENDPOINT_ADDRESS }),
});
export type KeptEndpoint = Static<typeof KeptEndpoint>;

/**
 * An endpoint as it is shown: scheme, host and port alone. `hides` is true when the address has more: a path, a query
 * or a login.
 */
export const EndpointRow = Closed({
  ...Node,
  origin: Type.String(),
  hides: Type.Boolean(),
  /** True when it answered the last request. Null before the first request. */
  works: Type.Union([Type.Boolean(), Type.Null()]),
  /** The reason of the failure. Null for a working node. */
  problem: Type.Union([Type.String(), Type.Null()]),
});
export type EndpointRow = Static<typeof EndpointRow>;
