import { expect, it } from 'vitest';
import { createQueries } from '../../../../electron/engine/queries/queries.ts';
import { AppError } from '../../../../shared/errors/index.ts';

type Parts = Parameters<typeof createQueries>[0];

/** Queries whose service fails with this error. */
function failing(error: unknown) {
  const profile = {
    name: 'desk',
    organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
    kind: 'remote',
    authProxyConfigId: null,
  };
  const parts = {
    profiles: { get: () => profile, list: () => [profile] },
    credentials: { reading: () => ({ id: 'key' }) },
    sessions: { of: () => undefined },
    sender: {
      url: async () => 'http://127.0.0.1:1',
      stamp: async () => null,
      send: async () => {
        throw error;
      },
    },
    heard: { hear: () => undefined },
  };
  return createQueries(parts as unknown as Parts);
}

it.each([
  ['unknown', undefined],
  ['refused', 'refused'],
  ['notSent', 'notSent'],
] as const)(
  'a read that fails with the outcome %s has the outcome %s, because it changes nothing',
  async (given, kept) => {
    const error = new AppError('SERVICE_REFUSED', 'The service failed.', { outcome: given });
    const asked = failing(error).run('whoami', {});
    await expect(asked).rejects.toMatchObject({
      code: 'SERVICE_REFUSED',
      message: 'The service failed.',
      outcome: kept,
    });
  },
);
