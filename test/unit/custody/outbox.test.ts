import { expect, it } from 'vitest';
import { createOutbox } from '../../../electron/custody/outbox.ts';

const own = { organizationId: 'o', parentOrganizationId: null };
const mail = (to: string) => ({ channel: 'email', to, text: 'Your code is 1.', code: '1' }) as const;

it('messages to strangers take no place of those to users', () => {
  const outbox = createOutbox(() => undefined);
  outbox.send(own, 0, mail('user@example.com'), { isKnown: true });
  for (let index = 0; index < 150; index += 1) outbox.send(own, 0, mail(`${index}@example.com`), { isKnown: false });
  const to = outbox.list('o').map((one) => one.to);
  expect(to).toHaveLength(101);
  expect([to[0], to[99], to[100]]).toEqual(['149@example.com', '50@example.com', 'user@example.com']);
});

it('messages of an organization below another are posted and not kept', () => {
  const posted: string[] = [];
  const outbox = createOutbox(({ to }) => posted.push(to));
  outbox.send({ organizationId: 'below', parentOrganizationId: 'o' }, 0, mail('a@example.com'), { isKnown: true });
  expect([posted, outbox.list('below')]).toEqual([['a@example.com'], []]);
});

it('the log has the mails of every organization without their text, and bounds those below another', () => {
  const outbox = createOutbox(() => undefined);
  outbox.send(own, 7, mail('user@example.com'), { isKnown: true, from: 'desk@example.com' });
  outbox.send(own, 8, { ...mail('+491701234567'), channel: 'sms' }, { isKnown: true });
  expect(outbox.emails('o')).toEqual([
    {
      id: expect.any(String),
      messageId: expect.any(String),
      organizationId: 'o',
      from: 'desk@example.com',
      to: 'user@example.com',
      sentAt: 7,
    },
  ]);
  for (let index = 0; index < 1100; index += 1) {
    const below = { organizationId: `below ${index}`, parentOrganizationId: 'o' };
    outbox.send(below, index, mail('end@example.com'), { isKnown: true });
  }
  expect(outbox.emails('below 1099')).toMatchObject([{ from: 'no-reply@castellan.invalid', sentAt: 1099 }]);
  expect([outbox.emails('below 99').length, outbox.emails('below 100').length]).toEqual([0, 1]);
  expect(outbox.emails('o')).toHaveLength(1);
});
