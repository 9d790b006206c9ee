import Type from 'typebox';
import { Closed, KeptDraft } from '../model/index.ts';
import { call } from './define.ts';

const { form, profile, text } = KeptDraft.properties;

/** The unsubmitted values of forms, in main's memory. So they outlive the process of a page that crashed. */
export const DRAFT_CALLS = {
  drafts: {
    list: call(Closed({}), Closed({ rows: Type.Array(KeptDraft) })),
    /**
     * Replaces a draft. Null discards it, and so does a text that holds a secret. A new draft beyond the limits discards
     * the oldest.
     */
    keep: call(Closed({ form, profile, text: Type.Union([text, Type.Null()]) }), Closed({})),
  },
} as const;
