import { Children, type ReactNode } from 'react';
import { pieces } from '../words/visible.ts';
import './visible.css';

/**
 * Text of another party. Each invisible or direction-changing character is a chip with its code point. Words that are
 * written from right to left are isolated (`dir`), so that they leave the text around them in its order.
 */
export function Visible({ text }: { readonly text: string }) {
  const parts = pieces(text);
  const drawn = parts.map((piece, index) =>
    piece.named ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces are positions of one text
      <span key={index} className="code-point mono">
        {piece.text}
      </span>
    ) : piece.rightToLeft === true ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces are positions of one text
      <span key={index} dir="ltr" className={index === 0 ? 'right-to-left' : undefined}>
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  );
  // Several nodes would be cells of their own in a grid or a row around them.
  return parts.length > 1 ? <span>{drawn}</span> : drawn;
}

/** The same for machines' text, such as an id or a path. */
export function Mono({ text }: { readonly text: string }) {
  return (
    <span className="mono">
      <Visible text={text} />
    </span>
  );
}

/** The same for a text, alone or among other children. Any other node is returned as it is. */
export function visible(node: ReactNode): ReactNode {
  if (typeof node === 'string') return <Visible text={node} />;
  return Array.isArray(node) ? Children.map(node, visible) : node;
}
