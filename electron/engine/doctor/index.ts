import type { DoctorReport } from '../../../shared/ipc/index.ts';
import type { Engine } from '../engine-interface.ts';
import { archivesCheck } from './archives.ts';
import type { MachineFacts } from './machine.ts';
import {
  displayCheck,
  offlineCheck,
  runtimeCheck,
  sandboxCheck,
  screenLockCheck,
  stateFolderCheck,
  storeChecks,
  swapCheck,
  systemCheck,
} from './machine.ts';
import { memoryCheck } from './memory.ts';
import { auditCheck, backupCheck, clockCheck, databaseCheck, olderCopiesCheck, profilesCheck } from './records.ts';
import { localServicesCheck } from './services.ts';
import { tokensCheck } from './tokens.ts';
import { serviceChecks, vaultChecks } from './vault.ts';

export type { MachineFacts } from './machine.ts';

/**
 * Examines everything that Castellan needs of this machine. `engine` is null when the state could not be opened. Then
 * only the checks without it run. Never throws.
 */
export async function examine(machine: MachineFacts, engine: Engine | null): Promise<DoctorReport> {
  const checks = [
    systemCheck(machine),
    runtimeCheck(machine),
    sandboxCheck(machine),
    memoryCheck(
      'Main memory',
      { notDumpable: machine.hardening.notDumpable, noCore: machine.hardening.noCore },
      machine.platform,
    ),
    ...offlineCheck(machine),
    displayCheck(machine),
    screenLockCheck(machine),
    ...(await storeChecks(machine)),
    tokensCheck(machine),
    stateFolderCheck(machine),
  ];
  if (engine !== null) {
    checks.push(
      databaseCheck(engine),
      await auditCheck(engine),
      await archivesCheck(engine),
      backupCheck(engine, machine.now()),
      ...olderCopiesCheck(engine),
      await profilesCheck(engine),
      clockCheck(engine, machine.now()),
      ...(await vaultChecks(engine, machine)),
      // An offline run has no local service.
      ...(machine.isOffline ? [] : await serviceChecks(engine, machine)),
      await localServicesCheck(engine, machine.version),
    );
  }
  checks.push(swapCheck(machine));
  return { checks };
}
