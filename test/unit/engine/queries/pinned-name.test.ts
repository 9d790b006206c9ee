import { expect, it } from 'vitest';
import { createQueries } from '../../../../electron/engine/queries/queries.ts';
import { AppError } from '../../../../shared/errors/index.ts';

type Parts = Parameters<typeof createQueries>[0];

/** Queries of a profile that was connected and never checked. */
function connected(whoami: () => unknown) {
  const profile: Record<string, unknown> = {
    name: 'desk',
    organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
    kind: 'remote',
  };
  const asked: string[] = [];
  const parts = {
    profiles: {
      get: () => profile,
      list: () => [profile],
      // An empty name is not pinned.
      learnName: (_profile: string, name: string) =>
        void Object.assign(profile, name === '' ? {} : { organizationName: name }),
    },
    credentials: { reading: () => ({ id: 'key' }) },
    sessions: { of: () => undefined },
    sender: {
      url: async () => 'http://127.0.0.1:1',
      stamp: async () => null,
      send: async ({ operation }: { operation: { name: string } }) => {
        asked.push(operation.name);
        return operation.name === 'whoami' ? whoami() : { wallets: [] };
      },
      read: (_sent: unknown, reply: unknown) => reply,
    },
    heard: { hear: () => undefined },
  };
  return { profile, asked, queries: createQueries(parts as unknown as Parts) };
}

it('the name of an organization is pinned with the first read that the service answers, and read once', async () => {
  const { profile, asked, queries } = connected(() => ({ organizationName: 'Treasury Ltd' }));
  await Promise.all([queries.run('list_wallets', {}), queries.run('list_wallets', {})]);
  expect(profile.organizationName).toBe('Treasury Ltd');
  await queries.run('list_wallets', {});
  expect(asked.filter((name) => name === 'whoami')).toHaveLength(1);
});

it('an organization without a name is asked for it once', async () => {
  const { asked, queries } = connected(() => ({ organizationName: '' }));
  await queries.run('list_wallets', {});
  await queries.run('list_wallets', {});
  expect(asked.filter((name) => name === 'whoami')).toHaveLength(1);
});

it('a read keeps its answer when the name cannot be read, and the next read asks for the name again', async () => {
  let isDown = true;
  const { profile, queries } = connected(() => {
    if (isDown) throw new AppError('SERVICE_UNREACHABLE', 'The service did not answer.');
    return { organizationName: 'Treasury Ltd' };
  });
  expect(await queries.run('list_wallets', {})).toEqual({ wallets: [] });
  expect(profile).not.toHaveProperty('organizationName');
  isDown = false;
  await queries.run('list_wallets', {});
  expect(profile.organizationName).toBe('Treasury Ltd');
});
