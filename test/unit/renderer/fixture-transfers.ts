import { AppError } from '../../../shared/errors/index.ts';
import type { JobOutput } from '../../../shared/ipc/index.ts';

const NONE: JobOutput<'moves.run'> = { rows: [] };

/** A profile without a wallet or private key to move, and without webhooks or links. Its keys are in use at once. */
export const QUIET = {
  calls: {
    'moves.choices': () => ({ rows: [] }),
    'moves.plan': () => NONE,
    'app.takeOpened': () => ({ opened: null }),
    'drafts.list': () => ({ rows: [] }),
    'drafts.keep': () => ({}),
    'webhooks.get': () => ({ readAt: null, endpoints: [] }),
    'webhooks.tries': () => ({ tries: [], problem: null }),
    'deliveries.received': () => ({ rows: [] }),
    'deliveries.sign': () => ({ headers: [], keySet: '{"keys":[]}' }),
    'deliveries.check': () => {
      throw new AppError('INVALID_INPUT', 'The delivery was not verified, because a body is missing.');
    },
  },
  jobs: {
    'moves.run': async () => NONE,
    'keys.register': async () => ({ waiting: false }),
    'keys.rotate': async () => ({ waiting: false, name: 'Key 1.2' }),
    'exports.show': async () => ({ paths: [] }),
    'webhooks.refresh': async () => ({ endpoints: 0 }),
    'deliveries.listen': async () => ({}),
  },
};

/** The contents of a checked backup. */
export const BACKUP = {
  createdAt: '2026-11-01T12:00:00.000Z',
  bytes: 4_100_000,
  keys: 3,
  users: 9,
  wallets: 3,
  activities: 1_208,
  notIncluded: [],
  damaged: [],
};
