import './address.css';

interface DifferingProps {
  readonly text: string;
  readonly from: string;
}

/** An address beside a nearly equal one: the characters that differ stand out, and not by colour alone. */
export function Differing({ text, from }: DifferingProps) {
  return (
    <span className="whole-address mono">
      {[...text].map((letter, index) =>
        letter.toLowerCase() === from[index]?.toLowerCase() ? (
          letter
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: letters are positions of one text
          <mark key={index}>{letter}</mark>
        ),
      )}
    </span>
  );
}
