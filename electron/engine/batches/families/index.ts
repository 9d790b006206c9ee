import { type PaymentFamily, paymentFamilyOf } from '../../../../shared/model/index.ts';
import { BITCOIN } from './bitcoin.ts';
import { ETHEREUM } from './ethereum.ts';
import type { BatchRule } from './family.ts';
import { SOLANA } from './solana.ts';
import { TEMPO } from './tempo.ts';
import { TRON } from './tron.ts';

const RULES: Readonly<Record<PaymentFamily, BatchRule>> = {
  ethereum: ETHEREUM,
  solana: SOLANA,
  bitcoin: BITCOIN,
  tron: TRON,
  tempo: TEMPO,
};

/** Returns the rule of a chain's family. */
export const batchRuleOf = (chain: string): BatchRule => RULES[paymentFamilyOf(chain)];
