/** English is the language of main. The build of another language has the translations of its sentences here. */
export const SENTENCES: ReadonlyMap<string, string> = new Map();
