import type { ReactNode } from 'react';
import { pieces } from '../words/visible.ts';
import './visible.css';

/** Text of another party. Each invisible or direction-changing character is a chip with its code point. */
export function Visible({ text }: { readonly text: string }) {
  return pieces(text).map((piece, index) =>
    piece.named ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces are positions of one text
      <span key={index} className="code-point mono">
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  );
}

/** The same for a text. Any other node is returned as it is. */
export const visible = (node: ReactNode): ReactNode => (typeof node === 'string' ? <Visible text={node} /> : node);
