import { createWork } from './work.ts';

/** Reads the webhook endpoints and their deliveries again. */
export const webhooksRefresh = createWork('webhooks.refresh');
