import { groups, shorten } from '../words/address.ts';
import './address.css';
import { Visible } from './visible.tsx';

/** A whole address, key or hash in groups of four for comparison by eye. Copied or read as text it is unbroken. */
export function WholeAddress({ text }: { readonly text: string }) {
  return (
    <span className="whole-address mono">
      {groups(text).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups are positions of one text
        <span key={index}>
          <Visible text={group} />
        </span>
      ))}
    </span>
  );
}

/** Middle-shortened for lists. The tooltip and screen readers have the whole text. */
export function ShortAddress({ text }: { readonly text: string }) {
  const short = shorten(text);
  if (short === text) return <span className="mono">{text}</span>;
  return (
    <span className="mono" title={text}>
      <span aria-hidden="true">{short}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
