import type { ReadyLine } from '../../../shared/processes/index.ts';

/** The ready line of `castellan serve`, and a key that it knows. */
export interface Service {
  readonly ready: ReadyLine;
  readonly apiPublicKey: string;
  readonly apiPrivateKey: string;
}

/** A client in the type that an adapter asks for: each was built with an older version of the client’s package. */
export const adapted = <Client>(client: object): Client => client as unknown as Client;
