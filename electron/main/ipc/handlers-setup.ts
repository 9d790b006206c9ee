import type { Engine } from '../../engine/index.ts';
import type { GroupHandlers } from './group.ts';

export const setupHandlers = ({ setup }: Engine): GroupHandlers<'setup'> => ({
  calls: { 'setup.connect': (input) => setup.connect(input) },
  jobs: { 'setup.createLocal': (input, counting) => setup.createLocal(input, counting) },
});
