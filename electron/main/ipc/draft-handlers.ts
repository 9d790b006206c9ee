import type { MainHandlers } from '../../../shared/ipc/index.ts';
import type { GivenFile, GivenUse } from '../../../shared/model/index.ts';
import type { KeptDrafts } from '../window/drafts.ts';

interface DraftPorts {
  readonly drafts: KeptDrafts;
  /** Returns the files that the operator chose for the page. */
  chooseGiven(use: GivenUse): Promise<GivenFile[]>;
}

/** Maps the calls about the page's drafts, and about the files that the operator chooses for them. */
export function draftHandlers({ drafts, chooseGiven }: DraftPorts): Pick<MainHandlers, 'drafts' | 'files'> {
  return {
    drafts: {
      list: () => ({ rows: [...drafts.list()] }),
      keep(draft) {
        drafts.keep(draft);
        return {};
      },
    },
    files: {
      choose: async ({ use }) => ({ files: await chooseGiven(use) }),
    },
  };
}
