/** English is the language of main. The build of another language has the translations of its sentences here. */
export const SENTENCES: ReadonlyMap<string, string> = new Map();
/** The templates of its errors, and the texts that stand for their values. */
export const TEMPLATES: ReadonlyMap<string, string> = new Map();
