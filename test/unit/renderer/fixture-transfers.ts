import type { JobOutput } from '../../../shared/ipc/index.ts';

const NONE: JobOutput<'moves.run'> = { rows: [] };

/** A profile without a wallet or private key to move. */
export const MOVES = {
  calls: { 'moves.choices': () => ({ rows: [] }), 'moves.plan': () => NONE },
  jobs: { 'moves.run': async () => NONE },
};

/** The contents of a checked backup. */
export const BACKUP = {
  ...{ createdAt: '2026-11-01T12:00:00.000Z', bytes: 4_100_000, keys: 3 },
  ...{ users: 9, wallets: 3, activities: 1_208, notIncluded: [] },
};
