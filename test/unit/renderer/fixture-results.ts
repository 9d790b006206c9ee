import type { ActivityResult, ActivityRow } from '../../../shared/model/index.ts';
import { hexText, SIGNATURE } from './fixture-data.ts';

/** The result of an activity by its type: the signature of one account, or nothing that is signed. */
export function resultOf({ type }: ActivityRow, address: string): ActivityResult {
  const isSigned = type.includes('SIGN');
  const proof = {
    scheme: 'ECDSA secp256k1',
    signed: [hexText(12, 64)],
    publicKey: `03${hexText(9, 64)}`,
    address,
    compared: [],
    transactionId: null,
  };
  return {
    comparedWith: 'asked',
    signed: isSigned ? { kind: 'payloads', signatures: [SIGNATURE] } : null,
    proof: isSigned ? proof : null,
    problem: null,
    transaction: null,
    isBroadcast: false,
    handedOver: null,
  };
}
