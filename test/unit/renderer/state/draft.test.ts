import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toReply } from '../../../../shared/errors/index.ts';

/** Opens the page's modules anew, with main that kept these drafts of the time before there is a profile. */
async function openPage(kept: Readonly<Record<string, unknown>>) {
  const rows = Object.entries(kept).map(([form, value]) => ({ form, profile: '', text: JSON.stringify(value) }));
  Object.assign(globalThis, { window: { castellan: { call: () => toReply(async () => ({ rows })) } } });
  const { restoreDrafts } = await import('../../../../renderer/state/draft.ts');
  await restoreDrafts();
  return {
    ...(await import('../../../../renderer/features/send/draft.ts')),
    ...(await import('../../../../renderer/features/batch/draft.ts')),
    ...(await import('../../../../renderer/features/organization/leaving/draft.ts')),
  };
}

/** The value that a hook returns in a drawn page. */
function valueIn<Value>(use: () => { readonly value: Value }): Value {
  let value: Value | undefined;
  const Drawn = () => {
    value = use().value;
    return null;
  };
  renderToStaticMarkup(createElement(Drawn));
  return value as Value;
}

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'window');
});

test('a restored payment asks again about an address that reads like a known one', async () => {
  const { EMPTY_PAYMENT, usePaymentDraft } = await openPage({
    payment: {
      ...{ chain: 'eip155:1', token: null, to: '0x11', kept: '0x11', amount: '2', speed: 'normal', nonce: '' },
      ...{ maxFee: '', priorityFee: '', gasLimit: '', feeRate: '', feeLimit: '', memo: '', feeToken: null },
    },
  });
  expect(valueIn(usePaymentDraft)).toEqual({ ...EMPTY_PAYMENT, chain: 'eip155:1', to: '0x11', amount: '2' });
});

test('a restored batch asks again about each danger line', async () => {
  const { EMPTY_BATCH, useBatchDraft } = await openPage({
    batch: {
      ...{ name: 'a', text: 'b', columns: null, chain: null, isTyped: false, maxFee: '', priorityFee: '' },
      ...{ gasLimit: '', nonce: '', removed: [2], included: [1] },
    },
  });
  expect(valueIn(useBatchDraft)).toEqual({ ...EMPTY_BATCH, name: 'a', text: 'b', removed: [2] });
});

test('a draft with other members is not restored', async () => {
  const { EMPTY_PAYMENT, usePaymentDraft } = await openPage({ payment: { to: '0x11', amount: 2 } });
  expect(valueIn(usePaymentDraft)).toEqual(EMPTY_PAYMENT);
});

test('a restored choice of removals counts for its user alone, without unknown removals', async () => {
  const { useUnwantedRemovals } = await openPage({ leaving: { of: 'lena', unwanted: ['tags', 'everything', 7] } });
  const unwantedOf = (user: string) => valueIn(() => ({ value: useUnwantedRemovals(user).unwanted }));
  expect(unwantedOf('lena')).toEqual(new Set(['tags']));
  expect(unwantedOf('ben')).toBeNull();
});
