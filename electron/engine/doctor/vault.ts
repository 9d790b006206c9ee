import { toErrorData } from '../../../shared/errors/index.ts';
import type { Engine } from '../engine-interface.ts';
import { confinementCheck } from './confinement.ts';
import type { Check, MachineFacts } from './machine.ts';
import { memoryCheck } from './memory.ts';

/** Reports the self-test of the vault's process and the operating system's protections. Starts it when none runs. */
export async function vaultChecks({ vault }: Pick<Engine, 'vault'>, { platform }: MachineFacts): Promise<Check[]> {
  try {
    const { selfTest, protection } = await vault.report();
    return [
      { name: 'Vault', status: 'ok', finding: `Its self-test passed: ${selfTest.join(', ')}.`, advice: null },
      memoryCheck('Vault memory', protection.hardening, platform),
      confinementCheck('Vault confinement', protection.confinement, platform),
    ];
  } catch (error) {
    return [
      {
        name: 'Vault',
        status: 'problem',
        finding: toErrorData(error).message,
        advice: 'No key can be used until the vault starts. If the problem stays, install Castellan again.',
      },
    ];
  }
}

/**
 * Reports the operating system's protections of the local service's process. Starts it without a key when none runs.
 */
export async function serviceChecks(
  { service }: Pick<Engine, 'service'>,
  { platform }: MachineFacts,
): Promise<Check[]> {
  const name = 'Service memory';
  try {
    const { hardening, confinement } = await service.report();
    return [memoryCheck(name, hardening, platform), confinementCheck('Service confinement', confinement, platform)];
  } catch (error) {
    const advice =
      'The local service cannot be used until its process starts. If the problem stays, install Castellan again.';
    return [{ name, status: 'problem', finding: toErrorData(error).message, advice }];
  }
}
