import type { KeyPurpose } from '../../shared/processes/index.ts';

/**
 * Returns the place that a store seals a key for. A key that asks for each signature has another place.
 *
 * @example
 * keyPlace('stamp', 'key-1', true);
 * // 'key|stamp|key-1|asks'
 */
export const keyPlace = (purpose: KeyPurpose, id: string, asks = false) => `key|${purpose}|${id}${asks ? '|asks' : ''}`;

/** The places that a key may be sealed for. */
export const keyPlaces = (purpose: KeyPurpose, id: string): readonly string[] =>
  purpose === 'stamp' ? [keyPlace(purpose, id), keyPlace(purpose, id, true)] : [keyPlace(purpose, id)];
