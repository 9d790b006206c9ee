import { createWork } from './work.ts';

/** Reads the organization again. */
export const organizationRefresh = createWork('organization.refresh');

/** Reads the second factors of all users again. */
export const factorsRefresh = createWork('factors.refresh');
