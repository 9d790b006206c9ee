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
  {
    id: 'NODE-360',
    sentence:
      'A payment on Bitcoin spends no output that a node invents. The vault takes each amount from the whole transaction that made the output.',
    lifts: [
      {
        mechanism: 'the vault computes the id of the transaction that proves an output',
        file: 'electron/crypto/transactions/bitcoin/payment.ts',
        from: 'if (made.txid !== txid)',
        to: 'if (made.txid === "")',
        test: 'test/peers/sending-bitcoin.test.ts',
        name: 'refuses what is proven by another transaction',
      },
      {
        mechanism: 'the vault spends only outputs of the paying account',
        file: 'electron/crypto/transactions/bitcoin/payment.ts',
        from: 'if (output.script !== from.script)',
        to: 'if (output.script === "")',
        test: 'test/peers/sending-bitcoin.test.ts',
        name: 'refuses what belongs to another address',
      },
      {
        mechanism: 'the vault compares the stated amount with the proven one',
        file: 'electron/crypto/transactions/bitcoin/payment.ts',
        from: 'if (output.units !== BigInt(units))',
        to: 'if (output.units < 0n)',
        test: 'test/peers/sending-bitcoin.test.ts',
        name: 'refuses what and not 0.0009 BTC',
      },
      {
        mechanism: 'the service computes the id of a transaction that a node returns',
        file: 'electron/custody/chains/bitcoin/questions.ts',
        from: 'if (read.txid === txid)',
        to: 'if (read.txid !== "")',
        test: 'test/peers/sending-bitcoin.test.ts',
        name: 'with another transaction is named',
      },
      {
        mechanism: 'the service compares the listed amount with that of the transaction',
        file: 'electron/custody/chains/bitcoin/outputs.ts',
        from: 'if (output.units !== coin.units)',
        to: 'if (output.units < 0n)',
        test: 'test/peers/sending-bitcoin.test.ts',
        name: 'about an amount is named',
      },
    ],
  },
  {
    id: 'NODE-361',
    sentence:
      'A payment on Bitcoin pays no fee above the reviewed one or above 0.1 BTC. No fee rate above 1,000 satoshi per virtual byte is proposed.',
    lifts: [
      {
        mechanism: 'a proposed fee rate on Bitcoin has a bound',
        file: 'electron/custody/chains/bitcoin/payment-fees.ts',
        from: 'if (fast > MAXIMUM_RATE)',
        to: 'if (fast < MAXIMUM_RATE - MAXIMUM_RATE)',
        test: 'test/peers/sending-bitcoin.test.ts',
        name: 'that asks for a fee rate above 1,000 satoshi per virtual byte is not believed',
      },
      {
        mechanism: 'the vault refuses a fee above the reviewed one',
        file: 'electron/crypto/transactions/bitcoin/payment.ts',
        from: 'if (fee > bound)',
        to: 'if (fee < 0n)',
        test: 'test/peers/sending-bitcoin.test.ts',
        name: 'refuses what above the 0.0000141 BTC that you reviewed',
      },
      {
        mechanism: 'the vault refuses a fee above 0.1 BTC',
        file: 'electron/crypto/transactions/bitcoin/payment.ts',
        from: 'if (fee > MAXIMUM_BITCOIN_FEE)',
        to: 'if (fee < 0n)',
        test: 'test/peers/sending-bitcoin.test.ts',
        name: 'and a fee above 0.1 BTC',
      },
    ],
  },
  {
    id: 'NODE-362',
    sentence:
      'The service signs a payment on Bitcoin only while its node lists each output as unspent, or when it replaces a payment under way. Each amount must be proven.',
    lifts: [
      {
        mechanism: 'the service asks for the outputs right before it signs',
        file: 'electron/custody/handlers/chains/bitcoin.ts',
        from: 'if (listed !== null && listed.get(outpoint) !== satoshi)',
        to: 'if (listed !== null && listed.get(outpoint) === -satoshi - 1n)',
        test: 'test/peers/sending-bitcoin-service.test.ts',
        name: 'signs nothing when an output was spent since the review',
      },
      {
        mechanism: 'the service sends no PSBT without previous transactions',
        file: 'electron/crypto/transactions/bitcoin/final.ts',
        from: 'if (valueAt(map, INPUT.nonWitnessUtxo) === undefined)',
        to: 'if (index < 0)',
        test: 'test/peers/sending-bitcoin-service.test.ts',
        name: 'and nothing without proven amounts',
      },
    ],
  },
  {
    id: 'NODE-363',
    sentence:
      'A node of Tron never supplies a transaction to sign. The vault composes it, and takes from the node only a block that is current and whose id fits its number.',
    lifts: [
      {
        mechanism: 'the vault compares the number of the referred block with its id',
        file: 'electron/crypto/transactions/tron/payment.ts',
        from: 'if (numberInId !== BigInt(number))',
        to: 'if (number < 0)',
        test: 'test/peers/sending-tron.test.ts',
        name: 'refuses a payment where has an id of another number',
      },
      {
        mechanism: 'the referred block is current',
        file: 'electron/custody/chains/tron/reference.ts',
        from: 'Math.abs(timestamp - now) <= TOLERANCE_MS;',
        to: 'Math.abs(timestamp - now) >= 0;',
        test: 'test/peers/sending-tron.test.ts',
        name: 'with a newest block that is old is not believed',
      },
      {
        mechanism: 'a proposed fee limit on Tron has a bound',
        file: 'electron/custody/chains/tron/payment-fees.ts',
        from: 'if (feeLimit > MAXIMUM_FEE_LIMIT)',
        to: 'if (feeLimit < 0n)',
        test: 'test/peers/sending-tron.test.ts',
        name: 'with absurd prices is not believed',
      },
      {
        mechanism: 'the vault refuses a fee limit above the bound',
        file: 'electron/crypto/transactions/tron/payment.ts',
        from: 'if (feeLimit > MAXIMUM_FEE_LIMIT)',
        to: 'if (feeLimit < 0n)',
        test: 'test/peers/sending-tron.test.ts',
        name: 'refuses a payment where is above 1,000 TRX',
      },
    ],
  },
  {
    id: 'REQUEST-33',
    sentence:
      'An approver reads which payment a payment replaces, when this machine signed or approved that one with the same nonce or output. Otherwise nothing is claimed.',
    lifts: [
      {
        mechanism: 'the approver’s own machine knows the request of the earlier payment',
        file: 'electron/engine/requests/replaced.ts',
        from: " || requested.origin === 'shown') continue;",
        to: ') continue;',
        test: 'test/unit/engine/requests/replaces.test.ts',
        name: 'reads nothing about a payment that only the service shows',
      },
      {
        mechanism: 'both payments use the same nonce or output',
        file: 'electron/engine/requests/replaced.ts',
        from: '.some((spend) => wanted.has(spend))',
        to: '.some((spend) => spend !== null)',
        test: 'test/unit/engine/requests/replaces.test.ts',
        name: 'reads which payment a payment replaces',
      },
    ],
  },
  {
    id: 'NODE-364',
    sentence:
      'The service signs a payment on Tron only while it has not expired and the account can pay it. Its energy may cost no more than its limit.',
    lifts: [
      {
        mechanism: 'the service compares the balance right before it signs',
        file: 'electron/custody/handlers/chains/tron.ts',
        from: 'const isShort = (held: bigint) => held < units;',
        to: 'const isShort = (held: bigint) => held < 0n && units > 0n;',
        test: 'test/peers/sending-tron.test.ts',
        name: 'signs nothing when the balance fell',
      },
      {
        mechanism: 'the service compares the energy with the fee limit',
        file: 'electron/custody/handlers/chains/tron.ts',
        from: 'if (cost > feeLimit)',
        to: 'if (cost < 0n)',
        test: 'test/peers/sending-tron.test.ts',
        name: 'signs nothing when the balance fell',
      },
      {
        mechanism: 'the service compares the expiration with the newest block',
        file: 'electron/custody/handlers/chains/tron.ts',
        from: 'if (expiration <= newest.timestamp)',
        to: 'if (expiration <= 0)',
        test: 'test/peers/sending-tron.test.ts',
        name: 'signs nothing when the balance fell',
      },
    ],
  },
];
