import { join } from 'node:path';
import { toErrorData } from '../../../shared/errors/index.ts';
import { DAY_MS, utcMoment } from '../../../shared/model/index.ts';
import { changesSinceBackup, serviceCounts } from '../backup/service-changes.ts';
import type { Engine } from '../engine-interface.ts';
import type { Check } from './machine.ts';

/** An engine exists only when its databases could be opened, are whole and of a version that is known. */
export function databaseCheck({ state }: Pick<Engine, 'state'>): Check {
  const open = state().unsettled.length;
  const left =
    open === 0 ? 'No request is left open.' : `${open} ${open === 1 ? 'request is' : 'requests are'} left open.`;
  return {
    name: 'Databases',
    status: open === 0 ? 'ok' : 'care',
    finding: `Records and cache open and are intact. ${left}`,
    advice: open === 0 ? null : 'Settle them in the window under “Activities”, or with `castellan request settle`.',
  };
}

export async function auditCheck({ audit }: Pick<Engine, 'audit'>): Promise<Check> {
  const name = 'Audit log';
  try {
    const { entries } = await audit.verify();
    return {
      name,
      status: 'ok',
      finding: `${entries} ${entries === 1 ? 'entry' : 'entries'}, each linked to the one before. The vault signed the newest entry, and its counter agrees.`,
      advice: null,
    };
  } catch (error) {
    const { code, message } = toErrorData(error);
    if (code !== 'AUDIT_BROKEN')
      return { name, status: 'care', finding: `Not checked. ${message}`, advice: 'Unlock the vault and check again.' };
    return {
      name,
      status: 'problem',
      finding: message,
      advice:
        'Keep the state folder unchanged and find out who changed it. Castellan stamps nothing that it cannot record.',
    };
  }
}

/**
 * When the last backup was made here, and the later changes of the audit log and the local services. Any of those
 * changes can be a new key, so a backup of before the last day is reported.
 */
export function backupCheck({ audit, paths }: Pick<Engine, 'audit' | 'paths'>, now: number): Check {
  const name = 'Backup';
  const last = audit.lastBackup();
  if (last !== null) {
    const { at, since, body } = last;
    const after = since === 0 ? 'No entry' : since === 1 ? '1 entry' : `${since} entries`;
    const changes = changesSinceBackup(paths.root, body);
    const finding = sinceBackup(utcMoment(at), after, changes);
    const isOld = changes !== null && changes > 0 && now - at >= DAY_MS;
    return isOld ? { name, status: 'care', finding, advice: MAKE } : { name, status: 'ok', finding, advice: null };
  }
  if (audit.status().entries > 0)
    return { name, status: 'care', finding: 'The audit log has no backup from this machine.', advice: MAKE };
  const services = [...serviceCounts(paths.root)].filter(([, count]) => count > 0).map(([folder]) => folder);
  if (services.length === 0) return { name, status: 'ok', finding: 'There is nothing to back up yet.', advice: null };
  const named = services.map((folder) => join(paths.root, folder)).join(' and ');
  return { name, status: 'care', finding: `The local service in ${named} has no backup.`, advice: MAKE };
}

const MAKE = 'Make one with `castellan backup create --out FILE`.';

/** The copies of before a migration. They hold the same secrets as the databases, sealed in the same way. */
export function olderCopiesCheck({ state }: Pick<Engine, 'state'>): Check[] {
  const folders = state().olderCopies;
  if (folders.length === 0) return [];
  return [
    {
      name: 'Copy before migration',
      status: 'ok',
      finding: `The databases of the version before are in ${folders.join(' and ')}.`,
      advice: 'Make a backup, then delete them, if you do not return to that version.',
    },
  ];
}

/** `changes` are those of the local service. Null: a backup of an earlier version did not count them. */
function sinceBackup(made: string, entries: string, changes: number | null): string {
  if (changes === null)
    return `The last one was made at ${made}. ${entries} of the audit log came after it. It did not count the changes of the local service.`;
  if (changes === 0) return `The last one was made at ${made}. ${entries} of the audit log came after it.`;
  const counted = changes === 1 ? '1 change' : `${changes} changes`;
  return `The last one was made at ${made}. ${entries} of the audit log came after it. ${counted} of the local service came after it.`;
}

/** Reports whether each profile matches what the operator confirmed, by the signed end of the audit log. */
export async function profilesCheck({ profiles }: Pick<Engine, 'profiles'>): Promise<Check> {
  const name = 'Profiles';
  try {
    const found = await profiles.examine();
    if (found.length === 0) return { name, status: 'ok', finding: 'Each is as you confirmed it.', advice: null };
    return {
      name,
      status: 'problem',
      finding: found.join(' '),
      advice: 'Find out who changed it. Until you confirm it again, Castellan sends, signs and opens nothing with it.',
    };
  } catch (error) {
    const advice = 'Unlock the vault and check again.';
    return { name, status: 'care', finding: `Not checked. ${toErrorData(error).message}`, advice };
  }
}

/** With no network there is nothing to compare with but the past: time must not run backwards. */
export function clockCheck({ audit }: Pick<Engine, 'audit'>, now: number): Check {
  const name = 'Clock';
  const { lastAt } = audit.status();
  const shown = utcMoment(now);
  if (lastAt === null || lastAt <= now)
    return { name, status: 'ok', finding: `${shown}, not before the newest audit entry.`, advice: null };
  return {
    name,
    status: 'problem',
    finding: `${shown} is before the newest audit entry (${utcMoment(lastAt)}).`,
    advice: 'Set the clock: services refuse requests with a wrong time.',
  };
}
