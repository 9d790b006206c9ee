import { expect, test } from 'vitest';
import { nextSection } from '../../../../renderer/ui/second-level.tsx';

const sections = (...names: readonly string[]) => names.map((name) => ({ name, title: name, count: null }));
const GROUPS = [
  { title: 'People', sections: sections('users', 'tags', 'passkeys') },
  { title: 'Rules', sections: sections('policies', 'quorum') },
];

test.each([
  ['ArrowDown', 'passkeys', 'policies'],
  ['ArrowDown', 'quorum', 'quorum'],
  ['ArrowUp', 'users', 'users'],
  ['ArrowUp', 'policies', 'passkeys'],
  ['Home', 'quorum', 'users'],
  ['End', 'users', 'quorum'],
  ['p', 'users', 'passkeys'],
  ['P', 'passkeys', 'policies'],
  ['p', 'policies', 'passkeys'],
  ['z', 'users', null],
  ['Enter', 'users', null],
  ['F6', 'users', null],
])('%s in %s leads to %s', (key, current, next) => expect(nextSection(key, GROUPS, current)).toBe(next));
