import type { Database } from '../../../storage/sqlite/index.ts';
import type { RowSeals } from '../seals/row-seals.ts';
import type { SentState } from './sent-transactions.ts';

/** A wrapper that an organization has deployed, or began to. Addresses have the checksum of EIP-55. */
export interface EarnWrapperRow {
  readonly organizationId: string;
  /** By CAIP-2. */
  readonly chain: string;
  readonly wrapperAddress: string;
  readonly splitterAddress: string;
  readonly vaultAddress: string;
  /** The token that the vault takes. */
  readonly assetAddress: string;
  readonly clientFeeBps: number;
  readonly clientFeeWallet: string;
  readonly deployRequestId: string;
}

export type EarnKind = 'deploy' | 'deposit' | 'withdraw' | 'claim_fees';

/** A request to a wrapper. */
export interface EarnRequestRow {
  readonly requestId: string;
  readonly organizationId: string;
  readonly kind: EarnKind;
  readonly chain: string;
  readonly wrapperAddress: string;
  /** The address that signed. */
  readonly account: string;
  /** In the smallest unit of the asset, or MAX. */
  readonly amount: string | null;
  /** The transaction that carries it out. Null when an earlier one did. */
  readonly statusId: string | null;
}

/** The outcome of a request. The members are null for a request without a transaction. */
export interface EarnOutcome {
  readonly state: SentState | null;
  readonly transactionHash: string | null;
  readonly error: string | null;
}

const WRAPPER = `organization_id AS organizationId, chain, wrapper_address AS wrapperAddress, splitter_address AS splitterAddress,
  vault_address AS vaultAddress, asset_address AS assetAddress, client_fee_bps AS clientFeeBps,
  client_fee_wallet AS clientFeeWallet, deploy_request_id AS deployRequestId`;

/** Wrappers and the requests to them. Reads throw DATABASE_CHANGED for a wrapper that this service did not write. */
export function earnTables(database: Database, seals: RowSeals) {
  const find = database.prepare<[string, string], EarnWrapperRow>(
    `SELECT ${WRAPPER} FROM earn_wrappers WHERE organization_id = ? AND wrapper_address = ?`,
  );
  const all = database.prepare<[string], EarnWrapperRow>(
    `SELECT ${WRAPPER} FROM earn_wrappers WHERE organization_id = ? ORDER BY rowid`,
  );
  const put = database.prepare<[EarnWrapperRow & { readonly wrapper: string }]>(
    `INSERT INTO earn_wrappers (wrapper, organization_id, chain, wrapper_address, splitter_address, vault_address, asset_address,
       client_fee_bps, client_fee_wallet, deploy_request_id)
     VALUES (@wrapper, @organizationId, @chain, @wrapperAddress, @splitterAddress, @vaultAddress, @assetAddress, @clientFeeBps,
       @clientFeeWallet, @deployRequestId)
     ON CONFLICT DO UPDATE SET deploy_request_id = excluded.deploy_request_id`,
  );
  const insert = database.prepare<[EarnRequestRow]>(
    `INSERT INTO earn_requests (request_id, organization_id, kind, chain, wrapper_address, account, amount, status_id)
     VALUES (@requestId, @organizationId, @kind, @chain, @wrapperAddress, @account, @amount, @statusId)`,
  );
  const outcome = database.prepare<[{ organizationId: string; requestId: string; kind: EarnKind }], EarnOutcome>(
    `SELECT state, transaction_hash AS transactionHash, error FROM earn_requests LEFT JOIN sent_transactions USING (status_id)
     WHERE request_id = @requestId AND earn_requests.organization_id = @organizationId AND kind = @kind`,
  );
  const moves = database.prepare<[string, string], Pick<EarnRequestRow, 'kind' | 'amount'>>(
    `SELECT kind, amount FROM earn_requests JOIN sent_transactions USING (status_id)
     WHERE wrapper_address = ? AND account = ? AND kind IN ('deposit', 'withdraw') AND state = 'INCLUDED'
     ORDER BY sequence`,
  );
  const wrappersOf = database.prepare<[string], string>('SELECT wrapper FROM earn_wrappers WHERE chain = ?').pluck();
  const removeWrapper = database.prepare<[string]>('DELETE FROM earn_wrappers WHERE wrapper = ?');
  const removeRequests = database.prepare<[string]>('DELETE FROM earn_requests WHERE chain = ?');
  return {
    findWrapper(organizationId: string, wrapperAddress: string) {
      seals.check('earn_wrappers', 'wrapper_address', wrapperAddress);
      return find.get(organizationId, wrapperAddress);
    },
    /** The oldest first. */
    listWrappers(organizationId: string) {
      seals.check('earn_wrappers', 'organization_id', organizationId);
      return all.all(organizationId);
    },
    /** Inserts a wrapper. For an existing one it updates the deployer. */
    putWrapper(row: EarnWrapperRow): void {
      const wrapper = `${row.organizationId}/${row.wrapperAddress}`;
      put.run({ ...row, wrapper });
      seals.wrote('earn_wrappers', wrapper);
    },
    /** Deletes the wrappers of a chain and their requests. */
    forget(chain: string): void {
      for (const wrapper of wrappersOf.all(chain)) {
        removeWrapper.run(wrapper);
        seals.wrote('earn_wrappers', wrapper);
      }
      removeRequests.run(chain);
    },
    insertRequest: (row: EarnRequestRow) => void insert.run(row),
    outcome: (organizationId: string, kind: EarnKind, requestId: string) =>
      outcome.get({ organizationId, requestId, kind }),
    /** The confirmed deposits and withdrawals of an account in a wrapper, oldest first. */
    moves: (wrapperAddress: string, account: string) => moves.all(wrapperAddress, account),
  };
}
