import { createWork } from './work.ts';

/** The age from which a backup is reported as old: 7 days, in milliseconds. */
export const BACKUP_STALE_MS = 7 * 24 * 60 * 60 * 1000;

/** The writing of a backup. It outlives the place that started it. */
export const backupWriting = createWork('backups.create');

/** The check of an existing backup. */
export const backupCheck = createWork('backups.check');
