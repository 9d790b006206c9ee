import { expect, it } from 'vitest';
import { COMMANDS } from '../../../electron/cli/commands/index.ts';

// Help and the manual show each note as a paragraph of its own.
it.each(COMMANDS.filter(({ notes }) => notes.length > 0).map((command) => [command.name, command.notes] as const))(
  'each note of %s begins and ends a sentence',
  (_name, notes) => {
    expect(notes.filter((note) => !/^(?:["`{]?[A-Z0-9]|[`-])/.test(note))).toEqual([]);
    expect(notes.filter((note) => !/[.?!]$/.test(note))).toEqual([]);
  },
);
