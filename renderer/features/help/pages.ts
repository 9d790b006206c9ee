const GUIDE: Readonly<Record<string, string>> = import.meta.glob('../../../docs/guide/[a-z]*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const CHANGES: Readonly<Record<string, string>> = import.meta.glob('../../../CHANGELOG.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Returns the text of a page of the guide by its name, such as `webhooks`, or null. The build includes all pages. */
export const guidePage = (name: string): string | null => GUIDE[`../../../docs/guide/${name}.md`] ?? null;

/** The whole changelog. */
export const changelog = (): string => Object.values(CHANGES)[0] ?? '';

/**
 * Returns the versions of a changelog (keepachangelog.com) after `before`, as Markdown with their headings. Returns the
 * newest alone when `before` is null or unknown.
 */
export function newsIn(text: string, before: string | null): string {
  const [, ...sections] = text.split(/^## (?=\[)/m);
  const named = sections.map((section) => ({ name: /^\[([^\]]+)\]/.exec(section)?.[1] ?? '', text: `## ${section}` }));
  const filled = named.filter(({ text: one }) => /^- /m.test(one));
  const at = filled.findIndex(({ name }) => name === before);
  return filled
    .slice(0, at > 0 ? at : 1)
    .map((section) => section.text)
    .join('\n');
}
