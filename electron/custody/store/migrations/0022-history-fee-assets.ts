/** What the fee of a transaction was paid in, where that is not the coin of its chain. */
export const historyFeeAssets = `
ALTER TABLE history_entries ADD COLUMN fee_asset TEXT;
`;
