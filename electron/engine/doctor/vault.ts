import { toErrorData } from '../../../shared/errors/index.ts';
import type { Engine } from '../engine.ts';
import type { Check } from './machine.ts';

const HARDENING: Readonly<Record<string, string>> = {
  notDumpable: 'other programs of yours can read its memory',
  noCore: 'a crash could write its memory to disk',
  lockedMemory: 'its memory could be written to swap',
};

/** Starts the vault's process when none runs: its self-test and what the operating system granted it. */
export async function vaultChecks({ vault }: Pick<Engine, 'vault'>): Promise<Check[]> {
  try {
    const { selfTest, hardening } = await vault.report();
    return [
      { name: 'Vault', status: 'ok', finding: `Its self-test passed: ${selfTest.join(', ')}.`, advice: null },
      hardeningCheck('Vault memory', hardening),
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
    return hardeningCheck(name, await service.report());
  } catch (error) {
    const advice = 'The local service cannot be used until its process starts. Install Castellan again if this stays.';
    return { name, status: 'problem', finding: toErrorData(error).message, advice };
  }
}

function hardeningCheck(name: string, hardening: Readonly<Record<string, boolean>>): Check {
  const missing = Object.entries(hardening).flatMap(([protection, granted]) =>
    granted ? [] : [HARDENING[protection] ?? protection],
  );
  if (missing.length === 0)
    return {
      name,
      status: 'ok',
      finding: 'Not readable by other programs, never in a core file, locked in memory.',
      advice: null,
    };
  return {
    name,
    status: 'care',
    finding: `The operating system did not grant everything: ${missing.join('; ')}.`,
    advice: 'Raise the limit of locked memory (ulimit -l), and allow no debugging of your programs by others.',
  };
}
