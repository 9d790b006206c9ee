import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CUSTODY_DATABASE } from '../../../shared/processes/index.ts';
import { effort } from '../effort.ts';
import { type Measured, summarize } from '../measure.ts';
import type { Group } from '../report.ts';
import type { Setting } from '../setting.ts';
import { BODY } from '../stamps.ts';
import { openClient, sendAll } from './clients.ts';
import { archiveActivities, fillActivities, MASTER, RARE_TYPE, withStore } from './fill.ts';
import { type Floor, openFloor } from './floor.ts';
import { type RunningService, startService } from './service.ts';

const CLIENTS = [1, 8, 64];
const ROUNDS = effort(3, 1);
const SIGNATURES = effort(1000, 64);
/** About 2.3 KB each: 600 MB. */
const ACTIVITIES = effort(260_000, 2000);

/** Pages of a hundred activities that another client asks for without a pause. */
const LISTS: Readonly<Record<string, object>> = {
  'lists of all': {},
  'lists of those that failed': { filterByStatus: ['ACTIVITY_STATUS_FAILED'] },
  'lists of those that wait': {
    filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED', 'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED'],
  },
  'lists of a rare type': { filterByType: [RARE_TYPE] },
};

/** Measures a local service under load, each figure beside its floor in the same round. */
export async function* custodyGroups(setting: Setting): AsyncGenerator<Group> {
  const folders: string[] = [];
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'castellan-bench-custody-'));
    folders.push(made);
    return made;
  };
  try {
    const small = folder();
    yield* signatures(setting, small, openFloor(folder(), BODY));
    const large = folder();
    const address = await fill(setting, large);
    yield await starts(setting, { small, large }, 'Start of a local service, from its process on');
    yield await listsBesideSignatures(setting, large, address);
    await withStore(large, MASTER, archiveActivities);
    yield await starts(setting, { small, large }, 'Start of a local service, after it archived these activities');
  } finally {
    for (const made of folders) rmSync(made, { recursive: true, force: true });
  }
}

async function* signatures(setting: Setting, directory: string, floor: Floor): AsyncGenerator<Group> {
  const service = await startService(setting, directory);
  try {
    const address = await service.makeAddress();
    await sendAll(service.baseUrl, service.signing(address, SIGNATURES), 8);
    for (const clients of CLIENTS) {
      const rates: { service: number[]; floor: number[] } = { service: [], floor: [] };
      const [waits, bare]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        const single = timesOf(SIGNATURES, floor.sign);
        bare.push(...single);
        rates.floor.push((SIGNATURES * 1000) / sum(single));
        const answered = await sendAll(service.baseUrl, service.signing(address, SIGNATURES), clients);
        waits.push(...answered.waits);
        rates.service.push((SIGNATURES * 1000) / answered.elapsed);
      }
      const title = `sign_raw_payload, ${clients === 1 ? 'one client' : `${clients} clients`}`;
      const results = [
        summarize('local service', rates.service),
        summarize('stamp verified, signed, one durable commit each, in a loop', rates.floor),
      ];
      yield { title, unit: 'a second', results, skipped: null };
      const named = [50, 95, 99].map((percent) => percentile(`${percent} of 100 are answered within`, waits, percent));
      const of = percentile('50 of 100 of the loop', bare, 50);
      yield { title: `${title}, the wait`, unit: 'microseconds', results: [...named, of], skipped: null };
    }
  } finally {
    floor.close();
    await service.end();
  }
}

/** Makes a service with many activities in a folder. Returns an address that it signs for. */
async function fill(setting: Setting, directory: string): Promise<string> {
  const service = await startService(setting, directory);
  const address = await service.makeAddress();
  await service.end();
  await withStore(directory, MASTER, (store) => fillActivities(store, service, ACTIVITIES));
  return address;
}

async function starts(
  setting: Setting,
  { small, large }: Readonly<Record<'small' | 'large', string>>,
  title: string,
): Promise<Group> {
  const samples: Record<string, number[]> = { [large]: [], [small]: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const directory of [large, small]) {
      const start = performance.now();
      const service = await startService(setting, directory);
      samples[directory]?.push(performance.now() - start);
      await service.end();
    }
  }
  const megabytes = (directory: string) =>
    `${Math.round(statSync(join(directory, CUSTODY_DATABASE)).size / 2 ** 20)} MB`;
  const results = [large, small].map((directory) => summarize(megabytes(directory), samples[directory] ?? []));
  return { title, unit: 'ms', results, skipped: null };
}

async function listsBesideSignatures(setting: Setting, directory: string, address: string): Promise<Group> {
  const service = await startService(setting, directory);
  try {
    const samples: Record<string, number[]> = {};
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, filter] of [...Object.entries(LISTS), ['nothing', null] as const]) {
        const { waits } = await whileLooping(service, filter, () =>
          sendAll(service.baseUrl, service.signing(address, SIGNATURES / 4), 1),
        );
        samples[name] = [...(samples[name] ?? []), ...waits];
      }
    }
    const results = Object.entries(samples).map(([name, waits]) => percentile(`beside ${name}`, waits, 50));
    const title = `50 of 100 signatures of one client, beside another one, ${ACTIVITIES} activities`;
    return { title, unit: 'microseconds', results, skipped: null };
  } finally {
    await service.end();
  }
}

/** Runs `work` while another client asks for the same list without a pause. Null asks for none. */
async function whileLooping<Result>(
  service: RunningService,
  filter: object | null,
  work: () => Promise<Result>,
): Promise<Result> {
  if (filter === null) return work();
  const client = await openClient(service.baseUrl);
  const request = service.listing(filter);
  let isDone = false;
  const looping = (async () => {
    while (!isDone) await client.ask(request);
  })();
  try {
    return await work();
  } finally {
    isDone = true;
    await looping;
    client.end();
  }
}

function timesOf(count: number, work: () => void): number[] {
  return Array.from({ length: count }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A wait that so many of a hundred do not exceed. Waits are milliseconds, and the result is microseconds. */
function percentile(name: string, waits: readonly number[], percent: number): Measured {
  const sorted = waits.map((wait) => wait * 1000).toSorted((a, b) => a - b);
  const at = sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
  return { ...summarize(name, sorted), median: at };
}
