import { expect, it } from 'vitest';
import { go, sendMany, useRoute } from '../../../../renderer/state/route.ts';
import type { AccountRow } from '../../../../shared/model/index.ts';

it('Send on an account is one payment, also after a batch, and the place itself keeps the batch', () => {
  sendMany(true);
  go('send');
  expect(useRoute.getState().isMany).toBe(true);
  go('send', { account: { address: '0x11' } as AccountRow });
  expect(useRoute.getState()).toMatchObject({ place: 'send', isMany: false, account: { address: '0x11' } });
});
