/** The licences of what is built in. Only scripts/lib/build.mjs knows them, when all else is built; it writes this file of the page anew. */
export const LICENCES: string | null = null;
