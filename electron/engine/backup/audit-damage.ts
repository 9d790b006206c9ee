import { AppError } from '../../../shared/errors/index.ts';
import { AuditBroken } from '../../storage/records/index.ts';
import type { Audit } from '../audit/audit.ts';
import { isBroken } from '../audit/audit-keys.ts';

/** The verification of a log: the entries of its chain, or a description of the damage. */
export type AuditState = { readonly entries: number; readonly broken: null } | { readonly broken: string };

/** Verifies an audit log for a backup. Throws what `verify` throws besides AUDIT_BROKEN. */
export async function auditState(verify: () => ReturnType<Audit['verify']>): Promise<AuditState> {
  try {
    const { entries } = await verify();
    return { entries, broken: null };
  } catch (error) {
    if (!(error instanceof AuditBroken)) throw error;
    const where = error.from === null ? '' : ` from entry ${error.from} on`;
    return { broken: `the proof of the audit log${where}: ${error.finding}` };
  }
}

/** For a log that is known to be damaged: it may refuse a new entry. Throws every other error. */
export function unlessBroken(error: unknown): void {
  if (!(error instanceof AppError && isBroken(error.cause))) throw error;
}
