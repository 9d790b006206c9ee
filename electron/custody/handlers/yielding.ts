/** Signing and deriving take milliseconds each. After this number of them, other requests are served. */
export const TURN = 8;

/** Lets the requests that wait go first. */
export const giveTurn = (): Promise<void> => new Promise((resume) => void setImmediate(resume));
