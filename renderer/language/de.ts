/** The German form of locale.ts. */
export const DATES = 'de-DE';

/** Nouns have a capital in every place. */
export const LOWERS_TITLES: boolean = false;

/** Main writes English. The build writes sentences.ts with the German sentences. */
export const HAS_SENTENCES: boolean = true;
