import type { StationFile } from '../../../shared/model/index.ts';

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

/** A list of one account, as the offline station opens it. */
export const STATION_FILE: StationFile = {
  id: 'file',
  name: 'accounts.json',
  kind: 'wanted-exports',
  organizationId: null,
  operation: null,
  madeAt: null,
  isSaved: true,
  exports: [{ kind: 'account', of: ADDRESS, address: ADDRESS, state: 'listed', why: null }],
};

/** A request that was composed for another machine, and is in no file yet. */
export const REQUEST_FILE: StationFile = {
  id: 'request',
  name: 'create-wallet.castellan',
  kind: 'request-to-stamp',
  isSaved: false,
  organizationId: 'organization',
  operation: 'Create wallet',
  madeAt: 1_790_000_000_000,
  exports: [],
};

/** The QR codes of the double: one. */
export const stationCalls = {
  'station.frames': () => ({ total: 1, frames: ['UR:BYTES/FPHSMOBAFSKP'] }),
  'station.readCode': () => ({ done: 1, total: 2, missing: [2], file: null }),
  'station.take': () => ({ file: STATION_FILE }),
  'station.codes': () => ({ done: 0, total: null, missing: [] }),
  'station.forgetCodes': () => ({}),
  'station.compose': () => ({ file: REQUEST_FILE }),
} as const;

/** The station of the page's double: it opens one list and writes no file. */
export const stationJobs = {
  'station.open': async () => ({ file: STATION_FILE }),
  'station.makeTargets': async () => ({ written: { path: '/media/stick/targets.castellan', checkCode: '1f0c 77ab' } }),
  'station.gather': async () => ({ written: null }),
  'station.prove': async () => ({ file: STATION_FILE }),
  'station.reveal': async () => ({ path: null }),
  'station.save': async () => ({ written: null }),
  'station.send': async () => {
    throw new Error('the double sends nothing');
  },
  'station.writeExports': async () => ({ written: null }),
  'station.stamp': async () => ({ written: null }),
} as const;
