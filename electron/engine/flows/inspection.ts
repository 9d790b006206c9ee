import { AppError } from '../../../shared/errors/index.ts';
import type { Description, Meaning, Naming } from '../../../shared/model/index.ts';
import type { InputOf, VaultMessages } from '../../../shared/processes/index.ts';
import { care } from '../../crypto/index.ts';
import type { Documents } from '../documents/documents.ts';
import type { ContractInterfaces } from '../documents/interfaces.ts';
import type { Namer } from '../naming/naming.ts';
import type { EnginePorts } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { createStatelessVault } from '../vault/stateless.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';

type Input = InputOf<VaultMessages, 'inspect'>;

/** The vault's explanation of a text, with main's names for its addresses. `naming` is null without stored data. */
export interface Inspected {
  readonly description: Meaning | Description;
  readonly naming: Naming | null;
}

/** Explains a text without a request to sign it, and without network. */
export interface Inspection {
  /** Throws INVALID_INPUT for bytes that are not text, for an unusable interface and for an invalid signer. */
  inspect(input: Input): Promise<Inspected>;
}

interface InspectionParts {
  readonly documents: Documents;
  readonly profiles: Profiles;
  readonly vault: VaultKeeper;
  readonly interfaces: ContractInterfaces;
  readonly namer: Namer;
}

/**
 * Uses the contracts and names that are kept here. A reason not to use them becomes a finding, because they are not
 * part of the text.
 */
export function createInspection({ documents, profiles, vault, interfaces, namer }: InspectionParts): Inspection {
  /**
   * Returns why the kept documents cannot be proven. Null when they can, or when a finding already names the changed
   * part.
   */
  const problemWithState = () =>
    documents.read('addresses').then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof AppError) || error.code === 'CANCELLED') throw error;
        return error.code === 'DOCUMENT_CHANGED' ? null : error;
      },
    );
  return {
    async inspect(input) {
      const call = await vault.open();
      const describe = () => call('inspect', input);
      // A bundle names no contract and nobody.
      if (input.as.kind === 'bundle') return { description: await describe(), naming: null };
      const problem = await problemWithState();
      if (problem !== null) {
        const description = await describe();
        const finding = care(`Castellan uses none of your names and described contracts. ${problem.message}`);
        return { description: { ...description, findings: [...description.findings, finding] }, naming: null };
      }
      const description = await interfaces.explained(call, describe);
      return { description, naming: await namer.nameOf(profiles.current(), { rows: [], ...description }) };
    },
  };
}

/** The same with the vault alone, for an empty state folder. It creates and reads no file. */
export function createStatelessInspection(ports: EnginePorts): Inspection & { close(): Promise<void> } {
  const vault = createStatelessVault(ports);
  return {
    async inspect(input) {
      const call = await vault.open();
      return { description: await call('inspect', input), naming: null };
    },
    close: () => vault.end(),
  };
}
