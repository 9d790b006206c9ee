import type { Meaning, Naming } from '../../shared/model/index.ts';

/** The meaning of a request that can be judged. */
export const MEANING: Meaning = {
  operation: 'create_wallet',
  title: 'Create wallet',
  headline: 'Create wallet',
  activityType: 'ACTIVITY_TYPE_CREATE_WALLET',
  organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
  timestampMs: '1000',
  fingerprint: 'sha256:aa',
  bodyLength: 12,
  rows: [],
  decoded: null,
  judged: 'whole',
  mark: null,
  findings: [],
};

/** The meaning of a request whose effect nobody can judge. */
export const BLIND: Meaning = { ...MEANING, judged: 'blind', mark: '0x12ab34cd' };

/** Addresses without a name. */
export const NAMING: Naming = { headline: '', addresses: [], ids: [], findings: [] };
