/** The tag of the page's language for dates. Days stand before months. */
export const DATES = 'en-GB';

/** True when a title starts in lower case inside a sentence. */
export const LOWERS_TITLES: boolean = true;

/** True when sentences of main have translations in sentences.ts. Main writes English. */
export const HAS_SENTENCES: boolean = false;
