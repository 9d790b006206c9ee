/** The asset of a transaction's fee, where it is not the coin of the chain. */
export const historyFeeAssets = `
ALTER TABLE history_entries ADD COLUMN fee_asset TEXT;
`;
