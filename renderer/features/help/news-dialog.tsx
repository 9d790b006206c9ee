import { closeDialog } from '../../state/route.ts';
import { useSession } from '../../state/session.ts';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import './help.css';
import { Markdown } from './markdown.tsx';
import { changelog, newsIn } from './pages.ts';

/** The changes since the version that ran before, from the changelog inside the program. */
export function NewsDialog() {
  const before = useSession((session) => session.app?.updatedFrom ?? null);
  return (
    <Dialog title="What’s new" onClose={closeDialog} wide>
      <DialogBody reading>
        <Markdown page={newsIn(changelog(), before)} onPage={() => undefined} />
      </DialogBody>
    </Dialog>
  );
}
