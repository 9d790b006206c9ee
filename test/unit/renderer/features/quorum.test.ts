import { describe, expect, test } from 'vitest';
import { namesIn } from '../../../../renderer/features/organization/names.ts';
import { quorumChange, withThreshold } from '../../../../renderer/features/organization/quorum/quorum-rules.ts';
import { SECTIONS } from '../../../../renderer/features/organization/sections/index.ts';
import { organization } from '../fixture-organization.ts';

const content = organization(Date.UTC(2026, 10, 26));
const [ada = '', ines = '', marek = '', tom = ''] = content.users.map(({ id }) => id);
const lena = content.users.find(({ name }) => name === 'Lena Fischer')?.id ?? '';
const today = { threshold: 2, userIds: [ada, ines, marek] };
const changeTo = (threshold: number, ...userIds: string[]) => quorumChange(today, { threshold, userIds }, content);

describe('a change of the quorum', () => {
  test('is said in one line, with the people by name', () => {
    const { headline, sentences, notices } = changeTo(3, ada, ines, marek, tom);
    expect(headline).toBe('3 of 4 instead of 2 of 3');
    expect(sentences).toEqual([
      'Tom Okafor can do everything together with 2 other members.',
      '2 votes are no longer enough.',
      '1 member may lose all keys. With more lost, nobody can change this organization.',
    ]);
    expect(notices).toEqual([]);
  });

  test('that changes nothing, or leaves nobody, cannot be asked', () => {
    expect(changeTo(2, ada, ines, marek)).toMatchObject({ headline: null, sentences: ['Nothing changes.'] });
    expect(changeTo(1)).toMatchObject({ headline: null, problem: 'A quorum needs at least one member.' });
  });

  test.each([
    [changeTo(3, ada, ines, marek), 'danger', 'No member may be lost'],
    [changeTo(1, ada, ines, marek), 'danger', 'One vote is enough'],
    [changeTo(2, ines, marek, tom), 'danger', 'You remove yourself'],
    [changeTo(2, ada, ines, lena), 'care', 'A member cannot vote'],
    [changeTo(2, ada, lena), 'danger', 'A member cannot vote'],
  ])('that is dangerous says so (%#)', ({ notices }, tone, title) => {
    expect(notices).toContainEqual(expect.objectContaining({ tone, title }));
  });

  test('removes people by name', () => {
    expect(changeTo(1, ada).sentences).toContain(
      'Ines Duarte is no longer a member, and keeps only what policies allow.',
    );
    expect(changeTo(1, ada).sentences).toContain('1 vote is enough.');
  });
});

test('a quorum that was never read cannot be changed', () => {
  const names = namesIn(content);
  expect(SECTIONS.quorum.primary({ content: { ...content, quorum: null }, names, now: 0 })).toBeNull();
  expect(SECTIONS.quorum.primary({ content, names, now: 0 })).toMatchObject({ page: { name: 'quorum' } });
});

test.each([
  [0, 1],
  [Number.NaN, 1],
  [2.7, 2],
  [9, 3],
])('%d votes of 3 members are %d', (votes, wanted) => {
  expect(withThreshold(today, votes).threshold).toBe(wanted);
});
