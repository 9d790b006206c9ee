import { createRefresh } from './work.ts';

/** Reads the webhook endpoints and their deliveries again. */
export const webhooksRefresh = createRefresh('webhooks.refresh');
