import type { MainHandlers } from '../../../shared/ipc/index.ts';
import type { KeptDrafts } from '../window/drafts.ts';

/** Maps the calls about the page's drafts to the ones that main keeps. */
export function draftHandlers({ drafts }: { readonly drafts: KeptDrafts }): Pick<MainHandlers, 'drafts'> {
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
