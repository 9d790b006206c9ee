import { groups } from '../words/address.ts';
import './address.css';

interface DifferingProps {
  readonly text: string;
  readonly from: string;
}

/** An address in groups of four beside a similar one. The differing characters are marked, and not by colour alone. */
export function Differing({ text, from }: DifferingProps) {
  const parts = groups(text);
  return (
    <span className="whole-address mono">
      {parts.map((group, index) => {
        const start = parts.slice(0, index).join('').length;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups are positions of one text
          <span key={index}>
            {[...group].map((letter, place) =>
              letter.toLowerCase() === from[start + place]?.toLowerCase() ? (
                letter
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: letters are positions of one text
                <mark key={place}>{letter}</mark>
              ),
            )}
          </span>
        );
      })}
    </span>
  );
}
