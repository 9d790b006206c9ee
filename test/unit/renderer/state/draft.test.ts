import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toReply } from '../../../../shared/errors/index.ts';

/** Opens the page's modules anew, with main that kept these drafts of the time before there is a profile. */
async function openPage(kept: Readonly<Record<string, unknown>>, onKept: (text: string) => void = () => undefined) {
  const rows = Object.entries(kept).map(([form, value]) => ({ form, profile: '', text: JSON.stringify(value) }));
  const call = (_name: string, { text }: { text?: string }) => {
    if (text !== undefined) onKept(text);
    return toReply(async () => ({ rows }));
  };
  Object.assign(globalThis, { window: { castellan: { call } } });
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
      chain: 'eip155:1',
      token: null,
      to: '0x11',
      kept: '0x11',
      amount: '2',
      speed: 'normal',
      nonce: '',
      maxFee: '',
      priorityFee: '',
      gasLimit: '',
      feeRate: '',
      feeLimit: '',
      memo: '',
      feeToken: null,
    },
  });
  expect(valueIn(usePaymentDraft)).toEqual({ ...EMPTY_PAYMENT, chain: 'eip155:1', to: '0x11', amount: '2' });
});

test('a restored batch asks again about each danger line', async () => {
  const { EMPTY_BATCH, useBatchDraft } = await openPage({
    batch: {
      name: 'a',
      text: 'b',
      columns: null,
      chain: null,
      isTyped: false,
      maxFee: '',
      priorityFee: '',
      gasLimit: '',
      nonce: '',
      removed: [2],
      included: [1],
    },
  });
  expect(valueIn(useBatchDraft)).toEqual({ ...EMPTY_BATCH, name: 'a', text: 'b', removed: [2] });
});

test('a discarded value comes back, unless another one was typed since', async () => {
  vi.useFakeTimers();
  const kept: string[] = [];
  const { EMPTY_PAYMENT, usePaymentDraft } = await openPage({}, (text) => kept.push(text));
  const draft = valueIn(() => ({ value: usePaymentDraft() }));
  const [paid, typed] = ['0x11', '0x22'].map((to) => ({ ...EMPTY_PAYMENT, to }));
  const afterPause = () => {
    vi.runAllTimers();
    return JSON.parse(kept.at(-1) ?? '');
  };
  draft.set(EMPTY_PAYMENT);
  draft.discard();
  draft.bringBack(paid ?? EMPTY_PAYMENT);
  expect(afterPause()).toEqual(paid);
  draft.set(typed ?? EMPTY_PAYMENT);
  draft.bringBack(paid ?? EMPTY_PAYMENT);
  expect(afterPause()).toEqual(typed);
  vi.useRealTimers();
});

test('a long draft is sent less often than a short one', async () => {
  vi.useFakeTimers();
  const kept: string[] = [];
  const { EMPTY_BATCH, useBatchDraft } = await openPage({}, (text) => kept.push(text));
  const draft = valueIn(() => ({ value: useBatchDraft() }));
  const type = (text: string) => draft.set({ ...EMPTY_BATCH, text });
  type('a'.repeat(1024 * 1024));
  vi.advanceTimersByTime(150);
  type('b');
  vi.advanceTimersByTime(4_000);
  expect(kept).toHaveLength(1);
  vi.advanceTimersByTime(200);
  type('c');
  vi.advanceTimersByTime(150);
  expect(kept.slice(1).map((text) => JSON.parse(text).text)).toEqual(['b', 'c']);
  vi.useRealTimers();
});

test('a long draft that was discarded leaves main at once, and delays no other draft', async () => {
  vi.useFakeTimers();
  const kept: string[] = [];
  const { EMPTY_BATCH, EMPTY_PAYMENT, useBatchDraft, usePaymentDraft } = await openPage({}, (text) => kept.push(text));
  const batch = valueIn(() => ({ value: useBatchDraft() }));
  batch.set({ ...EMPTY_BATCH, text: 'a'.repeat(1024 * 1024) });
  vi.advanceTimersByTime(150);
  batch.set({ ...EMPTY_BATCH, text: 'b' });
  batch.discard();
  valueIn(() => ({ value: usePaymentDraft() })).set({ ...EMPTY_PAYMENT, to: '0x11' });
  vi.advanceTimersByTime(150);
  expect(kept.slice(1).map((text) => JSON.parse(text ?? 'null'))).toEqual([null, { ...EMPTY_PAYMENT, to: '0x11' }]);
  vi.useRealTimers();
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
