import { create } from 'zustand';
import { DRAFT_LIMITS } from '../../shared/model/index.ts';
import { call } from '../bridge.ts';
import { useProfile, useSession } from './session.ts';

/** The key before there is a profile. */
const NONE = '';
/** The wait for further typing before main gets a draft, in milliseconds. */
const PAUSE_MS = 150;
/** Main searches each draft for secrets, which takes a moment for a long table. So it waits a millisecond for each of these characters. */
const CHARACTERS_PER_MS = 256;

interface Kept<Value> {
  readonly value: Value;
  readonly set: (value: Value) => void;
  /** Discards the draft after it was submitted or cancelled. */
  readonly discard: () => void;
  /** Brings back a discarded value, unless another one was typed since. */
  readonly bringBack: (value: Value) => void;
}

type Values = Readonly<Record<string, unknown>>;

/** The drafts that outlived a crash of the page, by form, then by profile. */
const restored = new Map<string, Values>();
/** Hands the restored drafts to forms that were created before them. */
const takers = new Map<string, (values: Values) => void>();
/** The drafts that main does not have yet, by form and profile. */
const unsent = new Map<string, { readonly form: string; readonly profile: string; readonly value: unknown }>();
/** The characters that main got last of each draft. */
const sent = new Map<string, number>();

/** Takes back the drafts that main kept from an earlier process of the page. */
export async function restoreDrafts(): Promise<void> {
  const { rows } = await call('drafts.list', {});
  for (const { form, profile, text } of rows)
    restored.set(form, { ...restored.get(form), [profile]: JSON.parse(text) as unknown });
  for (const [form, take] of takers) take(restored.get(form) ?? {});
}

/** Passes on the values that outlived a crash under this name, by profile. Later, if they are not here yet. */
export function takeRestored(form: string, take: (values: Values) => void): void {
  takers.set(form, take);
  const values = restored.get(form);
  if (values !== undefined) take(values);
}

/** Gives main a JSON value, so that it outlives a crash of the page. Never a secret. */
export const keepDraft = (form: string, profile: string, value: unknown): void => sendSoon(form, profile, value);

function sendSoon(form: string, profile: string, value: unknown): void {
  const key = `${form} ${profile}`;
  const waiting = unsent.get(key);
  unsent.set(key, { form, profile, value });
  // Main discards a draft without a search, so a submitted one does not wait. Else a crash would bring it back.
  if (value === undefined) setTimeout(() => send(key), PAUSE_MS);
  else if (waiting === undefined)
    setTimeout(() => send(key), Math.max(PAUSE_MS, (sent.get(key) ?? 0) / CHARACTERS_PER_MS));
}

function send(key: string): void {
  const draft = unsent.get(key);
  if (draft === undefined) return;
  const { form, profile, value } = draft;
  unsent.delete(key);
  const text = value === undefined ? null : JSON.stringify(value);
  const isKept = text !== null && text.length <= DRAFT_LIMITS.text;
  sent.set(key, isKept ? text.length : 0);
  // A draft that main does not keep is still in this page.
  call('drafts.keep', { form, profile, text: isKept ? text : null }).catch(() => undefined);
}

/** The kept values with the members and types of the form. A page that was taken over could have kept any others. */
function fitting<Value>(kept: Values, empty: Value): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, Value] => fits(entry[1], empty)));
}

/** A member that is null in the empty form takes any value. */
function fits(value: unknown, empty: unknown): boolean {
  if (empty === null) return true;
  if (typeof value !== typeof empty || value === null || Array.isArray(value) !== Array.isArray(empty)) return false;
  if (typeof empty !== 'object' || Array.isArray(empty)) return true;
  return Object.entries(empty).every(([name, member]) => fits((value as Values)[name], member));
}

/**
 * The unsubmitted values of one form, for each profile. Leaving the place, locking and Escape keep them. Removing the
 * profile discards them. They live in memory only. Never for a secret: nothing wipes it. Created once for each form.
 *
 * @param form The name under which main keeps the values, which are JSON, over a crash of the page. Absent for values
 * that may hold a key, and for bytes: the page alone has them.
 * @param decisions The members that say that the operator accepted a warning. They are asked for again after a crash,
 * because the page that kept them may have been taken over.
 */
export function createDraft<Value>(
  empty: Value,
  form?: string,
  decisions: readonly (keyof Value)[] = [],
): () => Kept<Value> {
  type Drafts = Readonly<Record<string, Value>>;
  const undecided = Object.fromEntries(decisions.map((name) => [name, empty[name]])) as Partial<Value>;
  const taken = (values: Values): Drafts => {
    const found = fitting(values, empty);
    if (decisions.length === 0) return found;
    return Object.fromEntries(Object.entries(found).map(([profile, value]) => [profile, { ...value, ...undecided }]));
  };
  const use = create<Drafts>(() => (form === undefined ? {} : taken(restored.get(form) ?? {})));
  const keep = (isKept: (profile: string) => boolean) =>
    use.setState((kept) => Object.fromEntries(Object.entries(kept).filter(([profile]) => isKept(profile))), true);
  useSession.subscribe(({ app, profiles }) => {
    if (app !== null) keep((name) => name === NONE || profiles.some((profile) => profile.name === name));
  });
  if (form !== undefined) {
    takers.set(form, (values) => use.setState((typed) => ({ ...taken(values), ...typed })));
    use.subscribe((now, before) => {
      for (const profile of new Set([...Object.keys(now), ...Object.keys(before)]))
        if (now[profile] !== before[profile]) sendSoon(form, profile, now[profile]);
    });
  }
  return () => {
    const profile = useProfile()?.name ?? NONE;
    return {
      value: use((kept) => kept[profile] ?? empty),
      set: (value) => use.setState({ [profile]: value } as Partial<Drafts>),
      discard: () => keep((name) => name !== profile),
      bringBack: (value) => use.setState((kept) => (profile in kept ? kept : { ...kept, [profile]: value })),
    };
  };
}
