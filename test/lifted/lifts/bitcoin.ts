import type { Claim } from '../lift.ts';

const AMOUNTS = 'test/unit/crypto/transactions/bitcoin/amounts.test.ts';

/** The amounts of Bitcoin transactions. */
export const BITCOIN: readonly Claim[] = [
  {
    id: 'REQUEST-01',
    sentence:
      'A Bitcoin amount without its previous transaction is labelled unproven. Two unproven amounts are a danger.',
    lifts: [
      {
        mechanism: 'an amount that nothing proves is marked',
        file: 'electron/crypto/transactions/bitcoin/amounts.ts',
        from: 'return isProven ? text',
        to: 'return isProven !== null ? text',
        test: AMOUNTS,
        name: 'are each a danger, with amounts shown as unproven',
      },
      {
        mechanism: 'several unproven amounts are a danger',
        file: 'electron/crypto/transactions/bitcoin/amounts.ts',
        from: 'open.length > 1 &&',
        to: 'open.length > 9 &&',
        test: AMOUNTS,
        name: 'are each a danger, with amounts shown as unproven',
      },
      {
        mechanism: 'a Taproot signature that leaves inputs open proves no amount',
        file: 'electron/crypto/transactions/bitcoin/amounts.ts',
        from: "kindAt(psbt, index) === 'P2TR' && commits(psbt, index)",
        to: "kindAt(psbt, index) === 'P2TR'",
        test: AMOUNTS,
        name: 'not by a Taproot signature that leaves inputs open',
      },
    ],
  },
  {
    id: 'REQUEST-02',
    sentence: 'A policy cannot rely on an amount or a fee that only the request states.',
    lifts: [
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
  {
    id: 'REQUEST-03',
    sentence: 'Conflicting proofs of an input are refused. So is a second amount for an output that was signed before.',
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
        mechanism: 'the service refuses another amount for an output than a signed request stated',
        file: 'electron/custody/handlers/keys/signing.ts',
        from: "type === 'TRANSACTION_TYPE_BITCOIN' ? statedOutpoints(unsignedTransaction) : []",
        to: '[]',
        test: 'test/contract/keys/bitcoin-outpoints.test.ts',
        name: 'cannot each understate the amount of the other account’s input',
      },
      {
        mechanism: 'the workstation refuses another amount for an output than a stamped request stated',
        file: 'electron/engine/requests/confirmation.ts',
        from: 'records.outpoints.requireSame(outpoints);',
        to: '',
        test: 'test/unit/engine/requests/outpoints.test.ts',
        name: 'another amount is refused before anybody is asked',
      },
      {
        mechanism: 'an approval remembers and compares what it approves',
        file: 'electron/engine/requests/confirmation.ts',
        from: 'outpointsIn(vote.meaning, utf8Encode(vote.body))',
        to: '[]',
        test: 'test/unit/engine/requests/outpoints.test.ts',
        name: 'are compared when a proposal of somebody else is approved',
      },
      {
        mechanism: 'a proven amount is never replaced by a stated one',
        file: 'electron/storage/sqlite/signed-outpoints.ts',
        from: '!isSame && !now.isProven',
        to: '!isSame && !now.isProven && before.isProven === 0',
        test: 'test/unit/storage/records/migrations/0011-signed-outpoints.test.ts',
        name: 'lets a proven amount replace an unproven one, never the reverse',
      },
      {
        mechanism: 'what a stamped request stated is remembered with its journal entry',
        file: 'electron/storage/records/journal.ts',
        from: 'memory.remember(outpoints);',
        to: '',
        test: 'test/unit/engine/requests/outpoints.test.ts',
        name: 'another amount is refused before anybody is asked',
      },
      {
        mechanism: 'inputs hold at most 21 million bitcoin together',
        file: 'electron/crypto/transactions/bitcoin/psbt.ts',
        from: '> MAX_SATOSHI)',
        to: '> 9n * MAX_SATOSHI)',
        test: 'test/unit/crypto/transactions/bitcoin/psbt.test.ts',
        name: 'inputs above 21 million bitcoin together are refused',
      },
    ],
  },
  {
    id: 'REQUEST-04',
    sentence: 'The signer refuses each Bitcoin request that its description calls unsignable.',
    lifts: [
      {
        mechanism: 'the signer refuses what the description calls not signable',
        file: 'electron/crypto/transactions/bitcoin/inputs.ts',
        from: 'if (obstacle !== undefined)',
        to: "if (obstacle?.reason === '')",
        test: AMOUNTS,
        name: 'outputs above inputs',
      },
      {
        mechanism: 'a signature ends what version 2 of a PSBT lets others change',
        file: 'electron/crypto/transactions/bitcoin/psbt.ts',
        from: 'Uint8Array.of(lockedFlags(flags[0] ?? 0))',
        to: 'Uint8Array.of(flags[0] ?? 0)',
        test: 'test/unit/crypto/transactions/bitcoin/version-2.test.ts',
        name: 'is closed to other changes once it is signed, which is the only allowed change of its flags',
      },
    ],
  },
  {
    id: 'REQUEST-05',
    sentence: 'A BIP-322 signature spends nothing and signs the message that is shown.',
    lifts: [
      {
        mechanism: 'a message signature spends what no block can hold',
        file: 'electron/crypto/transactions/bitcoin/signed-message.ts',
        from: '|| !sameBytes(input.outpoint, NO_OUTPOINT)',
        to: '',
        test: 'test/unit/crypto/transactions/bitcoin/signed-message.test.ts',
        name: 'an output of a transaction that can be is no message',
      },
      {
        mechanism: 'the message that is shown is the one that is signed',
        file: 'electron/crypto/transactions/bitcoin/signable.ts',
        from: '    ...falseMessage(psbt),\n',
        to: '',
        test: 'test/vectors/bip-322.test.ts',
        name: 'is refused when the PSBT has another message',
      },
      {
        mechanism: 'a message that nobody can read is blind',
        file: 'electron/crypto/transactions/bitcoin/message-meaning.ts',
        from: 'mark: hash.slice(-MARK)',
        to: "field: 'hash'",
        test: 'test/unit/crypto/transactions/bitcoin/signed-message.test.ts',
        name: 'an unreadable message is blind, with or without its hash',
      },
    ],
  },
];
