import { expect, it } from 'vitest';
import { endedAs } from '../../../electron/engine/tools/ended-as.ts';
import { textOf } from '../../../shared/errors/index.ts';
import { sourcesOf } from './sources.ts';

it('the end of an activity is said in words', () => {
  expect(textOf(endedAs('ACTIVITY_STATUS_REJECTED'))).toBe('was rejected');
  expect(textOf(endedAs('ACTIVITY_STATUS_OF_TOMORROW'))).toBe('ended as “ACTIVITY_STATUS_OF_TOMORROW”');
});

it('the label of an end is a text of the catalogue, which is translated also in quotes', () => {
  const ended = endedAs('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  expect(ended).toMatchObject({ key: 'ended as “{0}”', values: [{ text: 'Waiting for votes', values: [] }] });
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
