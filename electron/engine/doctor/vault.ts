import { toErrorData } from '../../../shared/errors/index.ts';
import type { Engine } from '../engine.ts';
import { confinementCheck } from './confinement.ts';
import { type Check, type MachineFacts, memoryCheck } from './machine.ts';

/** Starts the vault's process when none runs: its self-test and what the operating system granted it. */
export async function vaultChecks({ vault }: Pick<Engine, 'vault'>, { platform }: MachineFacts): Promise<Check[]> {
  try {
    const { selfTest, protection } = await vault.report();
    return [
      { name: 'Vault', status: 'ok', finding: `Its self-test passed: ${selfTest.join(', ')}.`, advice: null },
      memoryCheck('Vault memory', protection.hardening),
      confinementCheck('Vault confinement', protection.confinement, platform),
    ];
  } catch (error) {
    return [
      {
        name: 'Vault',
        status: 'problem',
        finding: toErrorData(error).message,
        advice: 'No key can be used until the vault starts. Install Castellan again if this stays.',
      },
    ];
  }
}

/** Starts the local service's process when none runs, without a key: what the operating system granted it. */
export async function serviceChecks(
  { service }: Pick<Engine, 'service'>,
  { platform }: MachineFacts,
): Promise<Check[]> {
  const name = 'Service memory';
  try {
    const { hardening, confinement } = await service.report();
    return [memoryCheck(name, hardening), confinementCheck('Service confinement', confinement, platform)];
  } catch (error) {
    const advice = 'The local service cannot be used until its process starts. Install Castellan again if this stays.';
    return [{ name, status: 'problem', finding: toErrorData(error).message, advice }];
  }
}
