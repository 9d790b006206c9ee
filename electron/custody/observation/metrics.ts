import type { QueryResponse } from '../../../shared/operations/index.ts';

export const METRICS_PATH = '/metrics';
/** The text format of Prometheus, version 0.0.4. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Status = QueryResponse<'get_service_status'>;
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number | null];

interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: (status: Status) => readonly Sample[];
}

const one = (value: number | null): readonly Sample[] => [[{}, value]];

const METRICS: readonly Metric[] = [
  {
    name: 'castellan_info',
    type: 'gauge',
    help: 'The version of the service.',
    samples: ({ version }) => [[{ version }, 1]],
  },
  {
    name: 'castellan_start_time_seconds',
    type: 'gauge',
    help: 'The time of the start, since the epoch.',
    samples: ({ startedAt }) => one(Date.parse(startedAt) / 1000),
  },
  {
    name: 'castellan_requests_total',
    type: 'counter',
    help: 'Answered requests.',
    samples: ({ requests }) => one(requests),
  },
  {
    name: 'castellan_signatures_total',
    type: 'counter',
    help: 'Signatures in answers.',
    samples: ({ signatures }) => one(signatures),
  },
  {
    name: 'castellan_refusals_total',
    type: 'counter',
    help: 'Refused requests by reason.',
    samples: ({ refusals }) => refusals.map(({ reason, count }) => [{ reason }, count]),
  },
  {
    name: 'castellan_commits_total',
    type: 'counter',
    help: 'Commits to the database.',
    samples: ({ commits }) => one(commits),
  },
  {
    name: 'castellan_commit_p99_seconds',
    type: 'gauge',
    help: '99 of 100 commits were on disk within this time.',
    samples: ({ commitMillisecondsP99: p99 }) => one(p99 === null ? null : p99 / 1000),
  },
  {
    name: 'castellan_wal_bytes',
    type: 'gauge',
    help: 'Size of the write-ahead log.',
    samples: ({ walBytes }) => one(walBytes),
  },
  {
    name: 'castellan_disk_free_bytes',
    type: 'gauge',
    help: 'Free space on the disk of the database.',
    samples: ({ diskFreeBytes }) => one(diskFreeBytes),
  },
  {
    name: 'castellan_outbox_depth',
    type: 'gauge',
    help: 'Webhook deliveries that wait.',
    samples: ({ outboxDepth }) => one(outboxDepth),
  },
  {
    name: 'castellan_damaged_rows',
    type: 'gauge',
    help: 'Rows that another program changed before the start.',
    samples: ({ damagedRows }) => one(damagedRows.length),
  },
  {
    name: 'castellan_quota_used',
    type: 'gauge',
    help: 'Used part of a limited resource.',
    samples: ({ quotas }) => quotas.map(({ name, used }) => [{ quota: name }, used]),
  },
  {
    name: 'castellan_quota_limit',
    type: 'gauge',
    help: 'Limit of a resource.',
    samples: ({ quotas }) => quotas.map(({ name, limit }) => [{ quota: name }, limit]),
  },
  {
    name: 'castellan_last_backup_time_seconds',
    type: 'gauge',
    help: 'The time of the last backup.',
    samples: ({ lastBackupAt }) => one(lastBackupAt === null ? null : Date.parse(lastBackupAt) / 1000),
  },
];

/** Returns the state of a service in the text format. Leaves out values that are unknown. */
export function metricsText(status: Status): string {
  return METRICS.map(({ name, type, help, samples }) => {
    const lines = samples(status)
      .filter(([, value]) => value !== null)
      .map(([labels, value]) => `${name}${labelsText(labels)} ${value}\n`);
    return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
  }).join('');
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
