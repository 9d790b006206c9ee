import type { AddressFormatFacts } from '../../../shared/model/index.ts';
import type { PointForm } from '../curves/p256.ts';

export type { SchnorrScheme } from '../../../shared/model/index.ts';

/** How addresses of one format are made and read; one file a family. */
export interface AddressFunctions {
  /** The SEC1 form in which `fromPublicKey` wants an ECDSA key, so that a point is computed once; compressed when absent. */
  readonly keyForm?: PointForm;
  /** Address of a lowercase hex public key that is a point of one of the curves, in the form above. */
  readonly fromPublicKey: (publicKey: string) => string;
  /** One spelling for all spellings of an address, or null when the text is not an address of this format. */
  readonly normalize: (address: string) => string | null;
}

/** One row of the address table: everything the program knows about a format. */
export interface AddressRule extends AddressFormatFacts, AddressFunctions {}
