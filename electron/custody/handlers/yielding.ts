/** Signing and deriving take milliseconds each; after so many of them, other requests get their turn. */
export const TURN = 8;

/** Lets the requests that wait go first. */
export const giveTurn = (): Promise<void> => new Promise((resume) => void setImmediate(resume));
