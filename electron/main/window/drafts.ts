import { DRAFT_LIMITS, type KeptDraft } from '../../../shared/model/index.ts';
import { createSecretSearch } from '../../../shared/secrets/index.ts';
import type { Engine } from '../../engine/index.ts';

/** The page's drafts in this process, so that they outlive a crash of the page. They are never written to a file. */
export interface KeptDrafts {
  /** Those of the present profiles, and of the time before there is one. */
  list(): readonly KeptDraft[];
  /**
   * Replaces a draft, and discards it for null and for a text that may hold a secret. Nothing is kept for a profile that
   * does not exist.
   */
  keep(draft: Omit<KeptDraft, 'text'> & { readonly text: string | null }): void;
}

/** The profile of drafts before there is a profile. */
const NONE = '';

/** Keeps drafts as long as this process runs, and those of a profile until it is removed. */
export function createKeptDrafts({ profiles, on }: Pick<Engine, 'profiles' | 'on'>): KeptDrafts {
  /** The oldest change is first. */
  const kept = new Map<string, KeptDraft>();
  const length = () => [...kept.values()].reduce((sum, { text }) => sum + text.length, 0);
  const present = () => new Set([NONE, ...profiles.list().map(({ name }) => name)]);
  const prune = () => {
    const names = present();
    for (const [key, { profile }] of kept) if (!names.has(profile)) kept.delete(key);
  };
  on('state', prune);
  return {
    list() {
      prune();
      return [...kept.values()];
    },
    keep({ form, profile, text }) {
      const key = `${form} ${profile}`;
      kept.delete(key);
      if (text === null || !present().has(profile) || mayHoldSecret(text)) return;
      kept.set(key, { form, profile, text });
      for (const oldest of [...kept.keys()]) {
        if (kept.size <= DRAFT_LIMITS.drafts && length() <= DRAFT_LIMITS.inAll) return;
        kept.delete(oldest);
      }
    },
  };
}

/**
 * Returns true for a text with a value that is a secret or reads like one, and for one that JSON.stringify does not write.
 * The parser would pass over the first of two equal members, and the kept text would still have it.
 */
function mayHoldSecret(json: string): boolean {
  let found = false;
  const secrets = createSecretSearch();
  try {
    const parsed: unknown = JSON.parse(json, (name, value: unknown) => {
      // A draft with so many values that some are not tried is not kept either.
      found ||= secrets.isSpent() || secrets.find(name) !== null;
      found ||= typeof value === 'string' && secrets.find(value) !== null;
      return value;
    });
    found ||= JSON.stringify(parsed) !== json;
  } catch {
    return true;
  }
  return found;
}
