import { createRefresh } from './work.ts';

/** Reads the organization again. */
export const organizationRefresh = createRefresh('organization.refresh');

/** Reads the second factors of all users again. */
export const factorsRefresh = createRefresh('factors.refresh');
