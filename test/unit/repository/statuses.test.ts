import { expect, it } from 'vitest';
import { endedAs } from '../../../shared/words/index.ts';
import { sourcesOf } from './sources.ts';

it('the end of an activity is said in words', () => {
  expect(endedAs('ACTIVITY_STATUS_REJECTED')).toBe('ended as “Rejected”');
  expect(endedAs('ACTIVITY_STATUS_OF_TOMORROW')).toBe('ended as “ACTIVITY_STATUS_OF_TOMORROW”');
});

it('no sentence of the engine shows a status as the interface spells it', () => {
  const shown = sourcesOf('electron/engine/').flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line) =>
        /\$\{(\w+\.)*status\}/.test(line) && !line.includes('HTTP ') ? [`${path}: ${line.trim()}`] : [],
      ),
  );
  expect(shown).toEqual([]);
});
