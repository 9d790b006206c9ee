import { showSection } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { endsWithin } from '../../words/ends.ts';
import { counted } from '../../words/number.ts';
import type { KeyRow } from './key-rows.ts';
import type { Look } from './section.ts';

/** Days of the filter for keys that end soon. */
const SOON = 30;
const ENDS_SOON = 'ends:within-30-days ';

/** Returns the notice of a key that ends soon, or null. */
export function noticeOf({ words: { tone, text }, user, isLast, expiresAt }: KeyRow) {
  if (expiresAt === undefined)
    return (
      <Notice tone="care" title="The end of this key is not known">
        The service reports a lifetime or a time of creation that cannot be read. The key may end at any time, or never.
        Add a key with an end, use it, then remove this one.
      </Notice>
    );
  if (tone === 'plain') return null;
  return (
    <Notice tone={tone} title={`This key ends ${text}`}>
      {isLast ? `${user} has no other key or passkey and then cannot sign in. ` : ''}
      An end cannot be moved. Add a new key, use it, then let this one end.
    </Notice>
  );
}

/** Says for how many keys a filter by use cannot answer. */
export function Uses({ rows }: { readonly rows: readonly KeyRow[] }) {
  const others = rows.filter(({ usedAt }) => usedAt === undefined).length;
  if (others === 0) return null;
  return (
    <p className="organization-pinned">
      {`The service does not report when a key was used. The use of ${counted(others, 'key')} that ${others === 1 ? 'is' : 'are'} not kept here is not known.`}
    </p>
  );
}

/** Leads to the keys that end soon, and from there back to all. */
export function Soon({
  rows,
  now,
  search,
}: {
  readonly rows: readonly KeyRow[];
  readonly now: Look['now'];
  readonly search: string;
}) {
  const soon = rows.filter(({ expiresAt }) => endsWithin(expiresAt, SOON, now)).length;
  const isFiltered = search.startsWith(ENDS_SOON);
  const others = rows.length - soon;
  if (isFiltered ? others === 0 : soon === 0) return null;
  return (
    <p className="organization-pinned">
      {isFiltered
        ? `${counted(others, 'other key', 'other keys')} ${others === 1 ? 'ends' : 'end'} later or ${others === 1 ? 'has' : 'have'} no end.`
        : `${counted(soon, 'key')} ${soon === 1 ? 'ends' : 'end'} within ${SOON} days.`}{' '}
      <Button kind="quiet" onClick={() => showSection('keys', isFiltered ? '' : ENDS_SOON)}>
        {isFiltered ? 'Show all keys' : 'Show keys that end soon'}
      </Button>
    </p>
  );
}
