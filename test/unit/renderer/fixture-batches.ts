import type { CallOutput, JobOutput } from '../../../shared/ipc/index.ts';

const ID = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const COIN = { token: null, symbol: 'ETH', decimals: 18, held: '10000000000000000000' };

const detail: JobOutput<'batches.submit'> = {
  id: ID,
  name: 'payroll',
  createdAt: 0,
  counts: { left: 1, open: 0, waiting: 0, signed: 1, unproven: 0, failed: 0, givenUp: 0 },
  isSent: false,
  isRefuted: false,
  lines: [
    { line: 2, what: 'Send 1 ETH to 0x11', state: 'signed', activityId: ID, broadcast: 'left' },
    { line: 3, what: 'Send 2 ETH to 0x22', state: 'left', activityId: null, broadcast: null },
  ],
};

/** Main's replies about batches, one of which was interrupted, and about imports. */
export const batchCalls = {
  'batches.list': (): CallOutput<'batches.list'> => ({ rows: [], broken: [] }),
  'batches.get': (): CallOutput<'batches.get'> => detail,
  'batches.close': (): CallOutput<'batches.close'> => ({}),
  'imports.continued': (): CallOutput<'imports.continued'> => ({ isContinued: false }),
  'batches.write': (): CallOutput<'batches.write'> => ({ written: null }),
};

/** Main's jobs of imports and batches. */
export const tableJobs = {
  'imports.run': async () => ({ done: null }),
  'batches.review': async (): Promise<JobOutput<'batches.review'>> => ({
    columns: [],
    headerLine: 1,
    lines: [],
    assets: [COIN],
    coin: COIN,
    kept: '0',
    nonce: '7',
    problems: [],
  }),
  'batches.submit': async () => detail,
  'batches.resume': async () => detail,
  'batches.broadcast': async () => detail,
};
