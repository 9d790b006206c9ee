/** Asks for one short round of every part, which shows that each part still runs. Its figures mean nothing. */
export const ONCE = '--once';

export const isOnce = process.argv.includes(ONCE);

/** Returns the number for a full run, or the one for a short round. */
export const effort = (full: number, short: number): number => (isOnce ? short : full);
