import { expect, it } from 'vitest';
import { createHeardNames } from '../../../../electron/engine/queries/heard-names.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';

it('names of users are kept from reads of users, each for its own profile', () => {
  const heard = createHeardNames();
  heard.hear('local', OPERATIONS.whoami, { userId: 'u1', username: 'Anna' });
  heard.hear('local', OPERATIONS.list_users, {
    users: [{ userId: 'u2', userName: 'Ben\nOsei' }, null, { userId: 'u3' }],
  });
  heard.hear('local', OPERATIONS.get_user, { user: { userId: 'u4', userName: 'Chiara' } });
  heard.hear('local', OPERATIONS.list_wallets, { user: { userId: 'u5', userName: 'Nobody' } });
  heard.hear('other', OPERATIONS.whoami, { userId: 'u1', username: ' ' });
  expect([...heard.of('local')]).toEqual([
    ['u1', 'Anna'],
    ['u2', expect.stringMatching(/^Ben.Osei$/)],
    ['u4', 'Chiara'],
  ]);
  expect([...heard.of('other')]).toEqual([]);
});
