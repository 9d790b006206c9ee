import { describe, expect, it } from 'vitest';
import { joinSearch, searchParts } from '../../../../shared/model/search-parts.ts';

const FILTERS = ['profile', 'after'];

describe('the parts of a search', () => {
  it.each([
    ['', [], ''],
    ['pay alice', [], 'pay alice'],
    ['profile:staging pay', ['profile:staging'], 'pay'],
    ['pay profile:staging after:2026-11-24 ', ['profile:staging', 'after:2026-11-24'], 'pay '],
    // Until its end is typed, a filter is text.
    ['profile:sta', [], 'profile:sta'],
    ['profile: pay', [], 'profile: pay'],
    ['sender:bob pay', [], 'sender:bob pay'],
  ])('of “%s”', (search, tokens, text) => {
    expect(searchParts(search, FILTERS)).toEqual({ tokens, text });
  });

  it('join to a search with the same parts', () => {
    const parts = { tokens: ['profile:staging', 'after:2026-11-24'], text: 'pay a' };
    expect(searchParts(joinSearch(parts), FILTERS)).toEqual(parts);
  });
});
