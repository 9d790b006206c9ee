import type { Text } from '../errors/index.ts';
import type { Meaning, Naming } from '../model/index.ts';

/** All proven exports of a list, which are to be written to files of one folder. */
export interface AskedWriting {
  /** The name of the file with the exports, without its folder. */
  readonly file: string;
  /** The proven exports: private keys, and wallets. */
  readonly keys: number;
  readonly wallets: number;
  /** The exports of the list that were not proven. */
  readonly missing: number;
  /** The address formats of the private keys, each once. */
  readonly addressFormats: readonly string[];
  /** Why the last answer was not accepted. */
  readonly problem: Text | null;
}

/** A report of written exports, which is to be stamped as proof of what was opened. It holds no secret. */
export interface AskedReport {
  readonly key: { readonly name: string; readonly publicKey: string };
  /** The exports in the report, and those of the list that it names as missing. */
  readonly exports: number;
  readonly missing: number;
  /** The exact bytes as text. */
  readonly body: string;
  /** Why the last answer was not accepted. */
  readonly problem: Text | null;
}

/** A request that was stamped elsewhere, which is to be sent byte for byte. */
export interface AskedCarried {
  readonly meaning: Meaning;
  readonly naming: Naming;
  /** The exact body as text. */
  readonly body: string;
  /** The key of the stamp. Null for a passkey, whose stamp only the service can verify. */
  readonly stampedBy: {
    readonly publicKey: string;
    /** Null for a key that is not on this machine. */
    readonly name: string | null;
  } | null;
  /** The time in the request, in milliseconds since the epoch. */
  readonly madeAt: number;
}
