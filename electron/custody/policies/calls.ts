import type { TransactionType } from '../../../shared/model/index.ts';
import { contractCallFacts, type Facts, programCallFacts } from '../../crypto/index.ts';
import type { ActingContext } from '../request-context.ts';

/**
 * Adds decoded calls to the facts of a transaction. The newest stored interface of the contract that decodes a call is
 * used.
 */
export function withCalls(tx: Facts, type: TransactionType, { store, caller }: ActingContext): Facts {
  const interfacesAt = (address: unknown, chain: 'ETHEREUM' | 'SOLANA') =>
    store.smartContractInterfaces
      .at(caller.organization.organizationId, String(address))
      .filter((kept) => kept.type === `SMART_CONTRACT_INTERFACE_TYPE_${chain}`);
  if (type === 'TRANSACTION_TYPE_ETHEREUM') {
    const calls = interfacesAt(tx.to, 'ETHEREUM').map((kept) =>
      contractCallFacts(kept.smartContractInterface, String(tx.data)),
    );
    return { ...tx, ...calls.find((call) => call !== undefined) };
  }
  if (type !== 'TRANSACTION_TYPE_SOLANA' || !Array.isArray(tx.instructions)) return tx;
  const instructions = tx.instructions.map((instruction: Facts) => {
    // The letter case of a program's key matters.
    const calls = interfacesAt(instruction.program_key, 'SOLANA')
      .filter((kept) => kept.smartContractAddress === instruction.program_key)
      .map((kept) => programCallFacts(kept.smartContractInterface, instruction));
    const call = calls.find((each) => each !== undefined);
    return call === undefined ? instruction : { ...instruction, parsed_instruction_data: call };
  });
  return { ...tx, instructions };
}
