import type { Engine } from '../../engine/index.ts';
import type { GroupHandlers } from './group.ts';

export const auditHandlers = ({ audit }: Engine): GroupHandlers<'audit'> => ({
  calls: { 'audit.status': () => audit.status() },
  jobs: { 'audit.verify': (_input, counting) => audit.verify(counting) },
});
