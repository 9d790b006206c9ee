/** English is the language of the sources. The build of another language has its translations here. */
export const TABLE_WORDS: ReadonlyMap<string, string> = new Map();
