/** The product's mark: a keep, three merlons over a loophole, on a 16 px grid. The same path is in resources/icons/castellan.svg. */
const KEEP = 'M2 2h3v2.5h2V2h2v2.5h2V2h3v6l-2 2v4H4v-4L2 8V2Zm6 6c-.55 0-1 .45-1 1v3h2V9c0-.55-.45-1-1-1Z';

/** `size` is in CSS pixels. Drawn in the colour of the text around it. */
export function Mark({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="currentColor" aria-hidden="true" focusable="false">
      <path fillRule="evenodd" d={KEEP} />
    </svg>
  );
}
