/** Signing, deriving and listing are done in parts of this number. Other requests are served between two parts. */
export const TURN = 8;

/** Lets the requests that wait go first. */
export const giveTurn = (): Promise<void> => new Promise((resume) => void setImmediate(resume));
