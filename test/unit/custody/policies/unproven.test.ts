import { expect, test } from 'vitest';
import { transactionFacts } from '../../../../electron/crypto/index.ts';
import { evaluatePolicy, type Value } from '../../../../electron/custody/policies/evaluate.ts';
import { judgePolicy } from '../../../../electron/custody/policies/judge.ts';
import { PolicyFault, parsePolicy } from '../../../../shared/policy-language/index.ts';
import { draftOf, provenInput, publicKey, writeDraft } from '../../crypto/transactions/bitcoin/drafts.ts';

const namesOf = (unsigned: string) => {
  const tx = transactionFacts('TRANSACTION_TYPE_BITCOIN', unsigned, {
    ethereumAddress: null,
    addressFormat: undefined,
  });
  return { bitcoin: () => ({ tx: tx as Value }) };
};

const evaluate = (expression: string, unsigned: string): boolean =>
  evaluatePolicy(parsePolicy(expression, ['bitcoin']), namesOf(unsigned), () => undefined);

function faultOf(expression: string, unsigned: string): PolicyFault {
  try {
    evaluate(expression, unsigned);
  } catch (error) {
    if (error instanceof PolicyFault) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}

test('a rule on a fee that is only claimed fails, and not by absence, so that no DENY is lifted', () => {
  const claimed = writeDraft(draftOf(['P2WPKH'], publicKey));
  for (const expression of ['bitcoin.tx.fee > 1000', "bitcoin.tx['fee'] > 1000", 'bitcoin.tx.fee != 1000']) {
    const fault = faultOf(expression, claimed);
    expect(fault.kind).toBe('opaque');
    expect(judgePolicy(parsePolicy(expression, ['bitcoin']), namesOf(claimed), () => undefined)).toBe('opaque');
    expect(fault.message).toContain('is not proven: the PSBT lacks the previous transaction (non_witness_utxo)');
  }
  expect(faultOf('bitcoin.tx.nothing > 1000', claimed).kind).toBe('absence');
  const proven = { ...draftOf([], publicKey), inputs: [provenInput('P2WPKH', publicKey, 0)] };
  expect(evaluate('bitcoin.tx.fee == 10000', writeDraft(proven))).toBe(true);
});
