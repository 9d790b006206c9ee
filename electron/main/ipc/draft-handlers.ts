import type { MainHandlers } from '../../../shared/ipc/index.ts';
import type { Engine } from '../../engine/index.ts';
import { createKeptDrafts } from '../window/drafts.ts';

/** Keeps the page's drafts as long as this process runs, and those of a profile until it is removed. */
export function draftHandlers({ profiles, on }: Pick<Engine, 'profiles' | 'on'>): Pick<MainHandlers, 'drafts'> {
  const drafts = createKeptDrafts(() => profiles.list().map(({ name }) => name));
  on('state', drafts.prune);
  return {
    drafts: {
      list: () => ({ rows: [...drafts.list()] }),
      keep(draft) {
        drafts.keep(draft);
        return {};
      },
    },
  };
}
