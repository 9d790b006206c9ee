/** Until which block a transaction on Solana can be carried out. */
export const solanaTransactions = `
ALTER TABLE sent_transactions ADD COLUMN last_height INTEGER;
`;
