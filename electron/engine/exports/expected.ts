import type { AddressFormat } from '../../../shared/model/index.ts';

/** The address that an opened key must have. With a path, the key of the opened wallet at that path. */
export interface Expected {
  readonly address: string;
  readonly addressFormat: AddressFormat;
  readonly path?: string;
}
