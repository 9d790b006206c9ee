import { toErrorData } from '../../../shared/errors/index.ts';
import type { Engine } from '../engine.ts';
import { type Check, memoryCheck } from './machine.ts';

/** Starts the vault's process when none runs: its self-test and what the operating system granted it. */
export async function vaultChecks({ vault }: Pick<Engine, 'vault'>): Promise<Check[]> {
  try {
    const { selfTest, hardening } = await vault.report();
    return [
      { name: 'Vault', status: 'ok', finding: `Its self-test passed: ${selfTest.join(', ')}.`, advice: null },
      memoryCheck('Vault memory', hardening),
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
export async function serviceCheck({ service }: Pick<Engine, 'service'>): Promise<Check> {
  const name = 'Service memory';
  try {
    return memoryCheck(name, await service.report());
  } catch (error) {
    const advice = 'The local service cannot be used until its process starts. Install Castellan again if this stays.';
    return { name, status: 'problem', finding: toErrorData(error).message, advice };
  }
}
