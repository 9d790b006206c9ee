/** Wrappers around vaults, requests to them, and transactions that are sent only after another one. */
export const earn = `
ALTER TABLE sent_transactions ADD COLUMN follows TEXT COLLATE NOCASE;
CREATE INDEX sent_transactions_that_follow ON sent_transactions (follows) WHERE follows IS NOT NULL;

CREATE TABLE earn_wrappers (
  wrapper TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  chain TEXT NOT NULL,
  wrapper_address TEXT NOT NULL COLLATE NOCASE,
  splitter_address TEXT NOT NULL,
  vault_address TEXT NOT NULL,
  asset_address TEXT NOT NULL,
  client_fee_bps INTEGER NOT NULL,
  client_fee_wallet TEXT NOT NULL,
  deploy_request_id TEXT NOT NULL COLLATE NOCASE
) STRICT;
CREATE INDEX earn_wrappers_of_organization ON earn_wrappers (organization_id);

CREATE TABLE earn_requests (
  request_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  kind TEXT NOT NULL CHECK (kind IN ('deploy', 'deposit', 'withdraw', 'claim_fees')),
  chain TEXT NOT NULL,
  wrapper_address TEXT NOT NULL COLLATE NOCASE,
  account TEXT NOT NULL COLLATE NOCASE,
  amount TEXT,
  status_id TEXT COLLATE NOCASE
) STRICT;
CREATE INDEX earn_requests_of_account ON earn_requests (wrapper_address, account);
`;
