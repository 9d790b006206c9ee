import type { DerivedAddress } from '../../../shared/ipc/index.ts';
import type { Finding, ProfileRow } from '../../../shared/model/index.ts';
import type { ReplacedRequest } from './drafts.ts';

/** The options of a prepared request. */
export interface Preparing {
  /** The current one when absent. */
  readonly profile?: ProfileRow | undefined;
  /** The operator confirmed that text of 64 hexadecimal digits is not a private key. */
  readonly hexIsNoKey?: boolean | undefined;
  /**
   * An export gets its target key here, and a given one is refused. For callers who must not choose who can open it.
   */
  readonly makesTarget?: boolean;
  /** The profile's key whose token gets the target key of an export. In the vault when absent. */
  readonly targetBeside?: string | undefined;
  /** The addresses that the vault derived for an import. The operator sees them with the request. */
  readonly derived?: readonly DerivedAddress[];
  /** Findings of the vault about an imported file, whose contents are not in the request. */
  readonly findings?: readonly Finding[];
  /** The request for the payment that this one replaces. The operator sees it with the request. */
  readonly replaces?: ReplacedRequest;
}
