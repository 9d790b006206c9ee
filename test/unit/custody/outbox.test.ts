import { expect, it } from 'vitest';
import { createOutbox } from '../../../electron/custody/outbox.ts';

const own = { organizationId: 'o', parentOrganizationId: null };
const mail = (to: string) => ({ channel: 'email', to, text: 'Your code is 1.', code: '1' }) as const;

it('messages to strangers take no place of those to users', () => {
  const outbox = createOutbox(() => undefined);
  outbox.send(own, 0, mail('user@example.com'), true);
  for (let index = 0; index < 150; index += 1) outbox.send(own, 0, mail(`${index}@example.com`), false);
  const to = outbox.list('o').map((one) => one.to);
  expect(to).toHaveLength(101);
  expect([to[0], to[99], to[100]]).toEqual(['149@example.com', '50@example.com', 'user@example.com']);
});

it('messages of an organization below another are posted and not kept', () => {
  const posted: string[] = [];
  const outbox = createOutbox(({ to }) => posted.push(to));
  outbox.send({ organizationId: 'below', parentOrganizationId: 'o' }, 0, mail('a@example.com'), true);
  expect([posted, outbox.list('below')]).toEqual([['a@example.com'], []]);
});
