import type { Claim } from '../lift.ts';

/** The way of a payment to unsigned bytes. */
export const PAYMENTS: readonly Claim[] = [
  {
    id: 'REQUEST-16',
    sentence:
      'A payment that the window composes names its recipient. It never goes to an address with a wrong checksum, or to a look-alike that nobody chose.',
    lifts: [
      {
        mechanism: 'the vault makes no payment to an address with a wrong checksum',
        file: 'electron/crypto/transactions/ethereum/payment.ts',
        from: "if (spelled === null) throw refused('is an address with a wrong checksum', place);",
        to: 'if (spelled === null) return address;',
        test: 'test/unit/vault/compose-payment.test.ts',
        name: 'refuses one with a wrong checksum',
      },
      {
        mechanism: 'the vault makes no payment to a text that is no key of Solana',
        file: 'electron/crypto/transactions/solana/payment.ts',
        from: "if (spelled === null) throw refused('is not an address of Solana', place);",
        to: 'if (spelled === null) return address;',
        test: 'test/unit/vault/compose-solana.test.ts',
        name: 'a recipient that is no key',
      },
      {
        mechanism: 'a token payment on Solana names the wallet of the recipient',
        file: 'electron/crypto/transactions/solana/payment.ts',
        from: "[to, ''],",
        to: "[from, ''],",
        test: 'test/unit/vault/compose-solana.test.ts',
        name: 'binds the recipient’s wallet',
      },
      {
        mechanism: 'a payment to a look-alike waits for a choice',
        file: 'renderer/features/send/rules.ts',
        from: 'return recipient?.alike != null && kept !== recipient.address;',
        to: 'return recipient?.alike != null && kept === undefined;',
        test: 'test/unit/renderer/features/send.test.ts',
        name: 'to a look-alike of a known address needs a choice',
      },
    ],
  },
  {
    id: 'NODE-27',
    sentence: 'The window proposes no fee above half a coin from a node.',
    lifts: [
      {
        mechanism: 'a proposed fee has the bound of a fee that the service pays',
        file: 'electron/custody/chains/payment-fees.ts',
        from: 'if (most > MAXIMUM_FEE)',
        to: 'if (most < MAXIMUM_FEE - MAXIMUM_FEE)',
        test: 'test/unit/custody/chains/payment-fees.test.ts',
        name: 'is not believed above half a coin',
      },
      {
        mechanism: 'a proposed priority fee on Solana has its own bound',
        file: 'electron/custody/chains/solana/payment-fees.ts',
        from: 'if (most > MAXIMUM_PRIORITY)',
        to: 'if (most < MAXIMUM_PRIORITY - MAXIMUM_PRIORITY)',
        test: 'test/unit/custody/chains/solana/payments.test.ts',
        name: 'that asks for more than 0.05 SOL is not believed',
      },
      {
        mechanism: 'the bound of a priority fee on Solana counts the units of a memo',
        file: 'electron/custody/chains/solana/payment-fees.ts',
        from: '(BigInt(units) + MEMO_UNITS)',
        to: '(BigInt(units) + MEMO_UNITS - MEMO_UNITS)',
        test: 'test/unit/custody/chains/solana/payments.test.ts',
        name: 'with a memo is not believed',
      },
      {
        mechanism: 'a payment on Solana has the bound again where it is composed',
        file: 'renderer/features/send/solana-rules.ts',
        from: 'if (isAboveBound(draft, fees))',
        to: "if (isAboveBound(draft, fees) && draft.speed === 'typed')",
        test: 'test/unit/renderer/features/send.test.ts',
        name: 'takes no fee of a node above 0.05 SOL',
      },
    ],
  },
];
