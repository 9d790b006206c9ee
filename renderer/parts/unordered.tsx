import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Visible } from '../ui/visible.tsx';
import { problemWords } from '../words/problem.ts';

/** Says why the rows are not in the chosen order, and ends the order. */
export function Unordered({ error, onEnd }: { readonly error: unknown; readonly onEnd: () => void }) {
  const { message, isEnglish } = problemWords(error);
  return (
    <div className="list-problem">
      <Notice
        tone="care"
        title="The rows are not in this order"
        loud
        action={<Button onClick={onEnd}>Use the usual order</Button>}
      >
        <p className="selectable" lang={isEnglish ? 'en' : undefined}>
          <Visible text={message} />
        </p>
      </Notice>
    </div>
  );
}
