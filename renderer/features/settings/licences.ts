/**
 * The licences of the bundled packages. Only scripts/lib/build.mjs knows them, after everything else is built. It
 * rewrites this file of the page.
 */
export const LICENCES: string | null = null;
