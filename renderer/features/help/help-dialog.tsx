import { useState } from 'react';
import { closeDialog } from '../../state/route.ts';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import './help.css';
import { Markdown } from './markdown.tsx';
import { guidePage } from './pages.ts';

interface HelpDialogProps {
  /** The place, in one sentence. */
  readonly sentence: string;
  readonly title: string;
  /** A page of the guide. */
  readonly page: string;
}

/** Help for a place: one sentence, then its page of the guide. The program has all pages, so nothing is fetched. */
export function HelpDialog({ sentence, title, page: first }: HelpDialogProps) {
  const [page, setPage] = useState(first);
  const text = guidePage(page);
  return (
    <Dialog title={title} onClose={closeDialog} step={page} wide>
      <DialogBody reading>
        {page === first ? <p className="help-sentence">{sentence}</p> : null}
        {text === null ? (
          <p>The guide has no page of this name.</p>
        ) : (
          <Markdown page={text} onPage={(name) => guidePage(name) !== null && setPage(name)} />
        )}
      </DialogBody>
    </Dialog>
  );
}
