import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { ComparedMember } from '../../../shared/ipc/index.ts';
import type { AddressEntry } from '../../../shared/model/index.ts';
import { inSlices, type Steps } from '../../storage/sqlite/index.ts';
import type { ChangedDocument, DocumentChange } from '../documents/documents.ts';
import { bodyOf } from './book.ts';
import { keyOf } from './entries.ts';
import { readEntries } from './files.ts';

type Entries = ReadonlyMap<string, AddressEntry>;
type Change = DocumentChange & { readonly body: Uint8Array };

/** Builds a change of the book: its headline, the compared entries and the new body. */
export function* bookChange(headline: string, before: Entries, after: Entries): Steps<Change> {
  const entries = yield* compared(before, after);
  return { headline, entries, body: yield* bodyOf([...after.values()]) };
}

/**
 * Compares the book that another program wrote with the confirmed copy. Without a copy, every entry is shown. The body
 * is rewritten as this program writes it. Throws INVALID_INPUT.
 */
export async function changeOutside({ is, was }: ChangedDocument): Promise<Change | DocumentChange> {
  const [now, before] = [await requireEntries(is), await requireEntries(was)];
  const { body, ...change } = await inSlices(bookChange('Accept the current address book', before, now));
  return is === null ? change : { ...change, body };
}

/** Entries that somebody else wrote: each is checked as if it were typed. */
async function requireEntries(body: Uint8Array | null): Promise<Entries> {
  if (body === null) return new Map();
  const { entries, lines } = await readEntries(new TextDecoder().decode(body));
  const problem = lines.find((line) => line.problem !== null);
  if (problem === undefined) return new Map(entries.map((entry) => [keyOf(entry), entry]));
  throw new AppError(
    'INVALID_INPUT',
    sentence`The address book cannot be used: entry ${problem.line}: ${problem.problem ?? ''}. Nothing was changed. Restore a backup with \`castellan backup restore\`.`,
  );
}

/**
 * Compares two books entry by entry. Newly allowed addresses come first, then entries that were there before. Neither
 * can hide behind many added ones.
 */
function* compared(before: Entries, after: Entries): Steps<ComparedMember[]> {
  const [allowed, known, added]: [ComparedMember[], ComparedMember[], ComparedMember[]] = [[], [], []];
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    yield;
    const [was, is] = [before.get(key), after.get(key)];
    const [then, now] = [was, is].map((entry) => (entry === undefined ? null : words(entry)));
    if (then === now) continue;
    const isAllowed = is?.allowed === true && was?.allowed !== true;
    const { address = '', chain = null } = is ?? was ?? {};
    const member = chain === null ? address : `${address} on ${chain}`;
    const place = isAllowed ? allowed : was === undefined ? added : known;
    place.push({ member, is: now ?? 'none', was: then ?? null, changed: true });
  }
  return [...allowed, ...known, ...added];
}

const words = ({ label, note, tags, allowed }: AddressEntry) =>
  [
    `“${label}”`,
    allowed ? 'allowed' : null,
    tags.length === 0 ? null : `tags ${tags.join(', ')}`,
    note === '' ? null : `note: ${note}`,
  ]
    .filter((part) => part !== null)
    .join('; ');
