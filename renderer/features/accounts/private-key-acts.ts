import type { PrivateKeyRow } from '../../../shared/model/index.ts';
import { openDialog } from '../../state/route.ts';
import type { Act } from '../../ui/act-menu.tsx';
import { addToTag, createTag, deletePrivateKey, takeOutOfTags } from './requests.ts';

const ask = (label: string, asked: ReturnType<typeof addToTag>): Act => ({
  label,
  run: () => openDialog({ name: 'operation', asked }),
});

/** The actions on a private key. Those that sign or receive belong to one of its addresses. */
export const actsOf = (key: PrivateKeyRow): readonly Act[] => [
  { label: 'Export private key…', run: () => openDialog({ name: 'export', of: { kind: 'private key', key } }) },
  ask('Add to tag…', addToTag(key)),
  ask('Create tag…', createTag(key)),
  ...takeOutOfTags(key).map(({ tagName: tag, asked }) => ask(`Take out of ${tag}…`, asked)),
  { label: 'Move to another service…', run: () => openDialog({ name: 'move', walletId: key.privateKeyId }) },
  ask('Delete private key…', deletePrivateKey(key)),
];
