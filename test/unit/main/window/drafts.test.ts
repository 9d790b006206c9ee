import { base58 } from '@scure/base';
import { describe, expect, it, vi } from 'vitest';
import { createKeptDrafts } from '../../../../electron/main/window/drafts.ts';
import { DRAFT_LIMITS } from '../../../../shared/model/index.ts';
import bip39 from '../../../vectors/bip-39.json' with { type: 'json' };

const derived = vi.hoisted(() => ({ count: 0 }));
vi.mock('@noble/curves/ed25519.js', async (original) => {
  const { ed25519 } = await original<typeof import('@noble/curves/ed25519.js')>();
  const getPublicKey: typeof ed25519.getPublicKey = (key) => {
    derived.count += 1;
    return ed25519.getPublicKey(key);
  };
  return { ed25519: { ...ed25519, getPublicKey } };
});

const listeners = new Set<() => void>();
/** Drafts beside profiles of these names. */
const keeping = (names: () => readonly string[]) =>
  createKeptDrafts({
    profiles: { list: () => names().map((name) => ({ name })) },
    on: (_event: string, listener: () => void) => listeners.add(listener),
  } as unknown as Parameters<typeof createKeptDrafts>[0]);

const PHRASE = bip39.words[1]?.[2] ?? '';
const text = (value: unknown) => JSON.stringify(value);
const payment = (to: string, profile = 'local') => ({ form: 'payment', profile, text: text({ to, amount: '2.5' }) });

describe('the drafts of the page', () => {
  it('are kept by form and profile, the newest values of each', () => {
    const drafts = keeping(() => ['local', 'staging']);
    drafts.keep(payment('a'));
    drafts.keep(payment('b', 'staging'));
    drafts.keep(payment('c'));
    drafts.keep({ form: 'connect', profile: '', text: text({ name: 'new' }) });
    expect(drafts.list()).toEqual([
      payment('b', 'staging'),
      payment('c'),
      { form: 'connect', profile: '', text: text({ name: 'new' }) },
    ]);
    drafts.keep({ ...payment(''), text: null });
    expect(drafts.list()).toHaveLength(2);
  });

  it('go with their profile', () => {
    let profiles = ['local'];
    const drafts = keeping(() => profiles);
    drafts.keep(payment('a'));
    profiles = [];
    for (const listener of listeners) listener();
    profiles = ['local'];
    expect(drafts.list()).toEqual([]);
  });

  it.each([
    ['a recovery phrase', { memo: PHRASE }],
    ['a recovery phrase in lines', { memo: PHRASE.replaceAll(' ', '\n') }],
    ['a private key', { values: [{ name: '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ' }] }],
    ['what may be a private key', { payload: 'ab'.repeat(32) }],
    ['a recovery phrase as a name', { [PHRASE]: 1 }],
  ])('with %s are not kept, nor is the one before', (_what, value) => {
    const drafts = keeping(() => ['local']);
    drafts.keep(payment('a'));
    drafts.keep({ form: 'payment', profile: 'local', text: text(value) });
    expect(drafts.list()).toEqual([]);
  });

  it.each([
    ['equal members', `{"to":${text(PHRASE)},"to":"b"}`],
    ['equal members inside', `{"values":[{"a":${text(PHRASE)},"a":1}]}`],
    ['spaces', '{"to": "b"}'],
    ['other escapes', '{"to":"\\u0062"}'],
    ['a name that a page may not set', `{"__proto__":${text(PHRASE)},"__proto__":1}`],
  ])('with %s are not as the page writes them, and are not kept', (_what, written) => {
    const drafts = keeping(() => ['local']);
    drafts.keep(payment('a'));
    drafts.keep({ form: 'payment', profile: 'local', text: written });
    expect(drafts.list()).toEqual([]);
    for (const value of [{ b: [1.5, -0, null, 'é\ud800'] }, 'a', JSON.parse('{"__proto__":1}')]) {
      drafts.keep({ form: 'payment', profile: 'local', text: text(value) });
      expect(drafts.list()).toHaveLength(1);
    }
  });

  it('with more values than are tried are not kept, and the others are not tried', () => {
    const drafts = keeping(() => ['local']);
    const pairOf = (index: number) =>
      base58.encode(
        new Uint8Array(64)
          .fill(1)
          .fill(index, 0, 1)
          .fill(index >> 8, 1, 2),
      );
    const pairs = Array.from({ length: 2_000 }, (_, index) => pairOf(index));
    derived.count = 0;
    drafts.keep({ form: 'payment', profile: 'local', text: text(pairs) });
    expect([drafts.list(), derived.count]).toEqual([[], 256]);
    drafts.keep({ form: 'payment', profile: 'local', text: text(pairs.slice(0, 200)) });
    expect(drafts.list()).toHaveLength(1);
  });

  it('are not kept for a profile that does not exist, however often they come', () => {
    let profiles = ['local'];
    const drafts = keeping(() => profiles);
    drafts.keep(payment('a'));
    for (let index = 0; index < DRAFT_LIMITS.drafts; index += 1) drafts.keep(payment('b', `other-${index}`));
    expect(drafts.list()).toEqual([payment('a')]);
    profiles = [];
    drafts.keep(payment('c'));
    profiles = ['local'];
    expect(drafts.list()).toEqual([]);
  });

  it('are refused where they are no JSON', () => {
    const drafts = keeping(() => []);
    drafts.keep({ form: 'connect', profile: '', text: 'no JSON' });
    expect(drafts.list()).toEqual([]);
  });

  it('are bounded in number and in length, and the oldest go first', () => {
    const drafts = keeping(() => []);
    for (let index = 0; index < DRAFT_LIMITS.drafts + 2; index += 1)
      drafts.keep({
        form: 'a'.repeat(1 + (index % 26)).concat('-'.repeat(Math.floor(index / 26))),
        profile: '',
        text: text(index),
      });
    expect(drafts.list()).toHaveLength(DRAFT_LIMITS.drafts);
    expect(drafts.list()[0]?.text).toBe('2');
    const long = text(' '.repeat(DRAFT_LIMITS.text - 2));
    for (const form of 'abcdefghij') drafts.keep({ form: `long-${form}`, profile: '', text: long });
    const lengths = drafts.list().map((draft) => draft.text.length);
    expect(lengths.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(DRAFT_LIMITS.inAll);
    expect(drafts.list().at(-1)?.form).toBe('long-j');
  });
});
