import { describe, expect, test } from 'vitest';
import { exceededBy } from '../../../../renderer/features/send/limit-rules.ts';
import { organization, WALLET_ID } from '../fixture-organization.ts';

const content = organization(Date.UTC(2026, 10, 26, 14, 32));
const [use] = content.limits[0]?.uses ?? [];

describe('a payment', () => {
  const ether = (count: bigint): Parameters<typeof exceededBy>[1] => ({
    chain: 'eip155:1',
    token: null,
    decimals: 18,
    units: count * 10n ** 18n,
    feeUnits: 0n,
    walletId: WALLET_ID,
  });

  describe('of an owner whose used amount is not listed', () => {
    const uses = (...used: readonly number[]) =>
      used.map((each, at) => ({ ...use, scopeId: `user-${at}`, used: String(each), remaining: String(10 - each) }));
    const of = (scope: 'user' | 'wallet', changed: object, paid: bigint, me: string | null = 'unlisted') =>
      exceededBy({ ...content, me, limits: [{ ...content.limits[0], scope, ...changed } as never] }, ether(paid));

    test('is perhaps above the limit, and states the highest possible amount', () => {
      const [found] = of('user', { uses: uses(8, 3), hasUnlisted: true }, 8n);
      expect(found).toEqual({
        title: `Perhaps above the limit “${content.limits[0]?.name}”`,
        text: 'The service lists only the users that used the most, and this user is not among them. Used: at most 3 of 10 ETH. This payment: 8 ETH. The service decides it by the exact amount.',
      });
      expect(of('wallet', { uses: uses(3, 8), hasUnlisted: true }, 8n)[0]?.text).toContain('this wallet is not among');
    });

    test('is within the limit when the highest possible amount leaves room, or the list is whole', () => {
      expect(of('user', { uses: uses(8, 3), hasUnlisted: true }, 7n)).toEqual([]);
      expect(of('user', { uses: uses(8, 3), hasUnlisted: false }, 10n)).toEqual([]);
    });

    test('counts as the most used one where the user of the profile is not known', () => {
      const [found] = of('user', { uses: uses(3, 8), hasUnlisted: false }, 3n, null);
      expect(found?.text).toMatch(/^The user of this profile is not known\. No user has used more than 8 of 10/);
      expect(of('user', { uses: uses(3, 8), hasUnlisted: false }, 2n, null)).toEqual([]);
    });
  });
});
