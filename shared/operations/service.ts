import Type from 'typebox';
import { discovery, query } from './define.ts';
import { Text } from './fields.ts';

const Count = (title: string) => Type.Integer({ title, minimum: 0 });
const CountOrNull = (title: string) => Type.Union([Count(title), Type.Null()]);

export const health = discovery({
  name: 'health',
  title: 'Health',
  summary: 'Readiness and version of a local service, without a stamp. Only this service has this query.',
  specified: false,
  path: '/health',
  response: Type.Object({
    ready: Type.Literal(true, { title: 'Ready' }),
    version: Text('Version'),
    /** Services of earlier versions do not say it. */
    damagedRows: Type.Optional(Count('Changed rows')),
  }),
  example: { response: { ready: true, version: '0.3.0', damagedRows: 0 } },
});

export const getServiceStatus = query({
  name: 'get_service_status',
  title: 'Service status',
  summary:
    'Shows counters and resources of a local service since its start, to users of an organization that is below no other. Only this service has this query.',
  specified: false,
  request: {},
  response: Type.Object({
    version: Text('Version'),
    startedAt: Type.String({ title: 'Started at', kind: 'time' }),
    requests: Count('Requests'),
    signatures: Count('Signatures'),
    refusals: Type.Array(Type.Object({ reason: Text('Reason'), count: Count('Count') }), { title: 'Refusals' }),
    commits: Count('Commits'),
    commitMillisecondsP99: CountOrNull('Commit p99 in milliseconds'),
    walBytes: CountOrNull('Write-ahead log in bytes'),
    diskFreeBytes: CountOrNull('Free disk space in bytes'),
    outboxDepth: Count('Waiting webhook deliveries'),
    quotas: Type.Array(Type.Object({ name: Text('Name'), used: Count('Used'), limit: Count('Limit') }), {
      title: 'Quotas',
    }),
    damagedRows: Type.Array(Type.String(), { title: 'Changed rows' }),
    lastBackupAt: Type.Union([Type.String({ title: 'Last backup', kind: 'time' }), Type.Null()]),
  }),
  example: {
    request: {},
    response: {
      version: '0.3.0',
      startedAt: '2026-11-26T08:00:00Z',
      requests: 1204,
      signatures: 311,
      refusals: [{ reason: 'SIGNATURE_INVALID', count: 2 }],
      commits: 330,
      commitMillisecondsP99: 12,
      walBytes: 4_152_992,
      diskFreeBytes: 81_604_378_624,
      outboxDepth: 0,
      quotas: [{ name: 'connections', used: 2, limit: 512 }],
      damagedRows: [],
      lastBackupAt: '2026-11-25T18:00:00Z',
    },
  },
});
