import { NEWEST_OPERATIONS } from '../../../shared/operations/index.ts';
import { worded } from '../../language/worded.ts';
import { go, selectOperation } from '../../state/route.ts';
import type { Command } from './command.ts';

/** A command for each operation in its newest version, by its title. It shows the form of the operation. */
export const OPERATION_COMMANDS: readonly Command[] = NEWEST_OPERATIONS.map(({ name, title, summary }) => ({
  id: `operation:${name}`,
  label: worded(title),
  words: `${title} ${name.replaceAll('_', ' ')} ${worded(summary)}`,
  note: 'All operations',
  icon: 'operations',
  run() {
    selectOperation(name);
    go('operations');
  },
}));
