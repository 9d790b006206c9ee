import type { Claim } from '../lift.ts';

const AMOUNTS = 'test/unit/crypto/transactions/bitcoin/amounts.test.ts';

/** The amounts of Bitcoin transactions. */
export const BITCOIN: readonly Claim[] = [
  {
    claims: ['made by the vault from the very bytes it will stamp'],
    lifts: [
      {
        mechanism: 'witness_utxo and non_witness_utxo of one input must agree',
        file: 'electron/crypto/transactions/bitcoin/psbt.ts',
        from: 'stated !== null && !sameBytes(stated.bytes, output.bytes)',
        to: 'stated === undefined',
        test: AMOUNTS,
        name: 'that differ in the amount are refused',
      },
      {
        mechanism: 'an amount that nothing proves is marked',
        file: 'electron/crypto/transactions/bitcoin/amounts.ts',
        from: 'return isProven ? text',
        to: 'return isProven !== null ? text',
        test: AMOUNTS,
        name: 'are each a danger, with amounts that are called unproven',
      },
      {
        mechanism: 'several unproven amounts are a danger',
        file: 'electron/crypto/transactions/bitcoin/amounts.ts',
        from: 'open.length > 1 &&',
        to: 'open.length > 9 &&',
        test: AMOUNTS,
        name: 'are each a danger, with amounts that are called unproven',
      },
      {
        mechanism: 'a Taproot signature that leaves inputs open proves no amount',
        file: 'electron/crypto/transactions/bitcoin/amounts.ts',
        from: "kindAt(psbt, index) === 'P2TR' && commits(psbt, index)",
        to: "kindAt(psbt, index) === 'P2TR'",
        test: AMOUNTS,
        name: 'not by a Taproot signature that leaves inputs open',
      },
      {
        mechanism: 'the signer refuses what the description calls not signable',
        file: 'electron/crypto/transactions/bitcoin/inputs.ts',
        from: 'if (obstacle !== undefined)',
        to: "if (obstacle?.reason === '')",
        test: AMOUNTS,
        name: 'outputs above inputs',
      },
      {
        mechanism: 'a fee that is not proven is no fact',
        file: 'electron/crypto/transactions/facts/bitcoin.ts',
        from: 'available === null || !isWhole',
        to: 'available === null',
        test: 'test/unit/crypto/transactions/facts/facts.test.ts',
        name: 'the fee of a PSBT is a fact only when it is proven',
      },
      {
        mechanism: 'a rule on a member that is only claimed fails, and not by absence',
        file: 'electron/custody/policies/evaluate.ts',
        from: 'if (claimed !== undefined)',
        to: "if (claimed === '')",
        test: 'test/unit/custody/policies/unproven.test.ts',
        name: 'a rule on a fee that is only claimed fails',
      },
    ],
  },
];
