import './kbd.css';

/**
 * The keys of a shortcut in this platform's words: ["Ctrl", "K"]. Not read aloud, because the control has
 * `aria-keyshortcuts`.
 */
export function Keys({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="keys" aria-hidden="true">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
