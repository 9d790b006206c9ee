import type { Claim } from '../lift.ts';

/** Replacements of payments that are in no block yet. */
export const REPLACEMENTS: readonly Claim[] = [
  {
    id: 'NODE-365',
    sentence:
      'A replacement of a payment on Bitcoin spends the same outputs and pays the same payees, or nobody. Its fee is higher by the rules of BIP-125. Nothing else is signed for these outputs.',
    lifts: [
      {
        mechanism: 'a replacement spends exactly the outputs of the payment',
        file: 'electron/crypto/transactions/bitcoin/replacement.ts',
        from: 'if (!isSameList(spends, before.spends))',
        to: 'if (spends.length > 1_000)',
        test: 'test/peers/replacing-bitcoin.test.ts',
        name: 'is recognised by the same outputs and the same payees alone',
      },
      {
        mechanism: 'a replacement pays the same payees the same amounts',
        file: 'electron/crypto/transactions/bitcoin/replacement.ts',
        from: 'if (paid.length > 0 && !isSameList(paid, paidBefore))',
        to: 'if (paid.length + paidBefore.length > 1_000)',
        test: 'test/peers/replacing-bitcoin.test.ts',
        name: 'is recognised by the same outputs and the same payees alone',
      },
      {
        mechanism: 'a replacement pays the lowest fee of BIP-125 at least',
        file: 'electron/crypto/transactions/bitcoin/replacement.ts',
        from: 'if (next.feeSatoshi < least)',
        to: 'if (next.feeSatoshi < 0n)',
        test: 'test/peers/replacing-bitcoin.test.ts',
        name: 'is not composed again with a fee that a node would refuse',
      },
      {
        mechanism: 'the service compares a replacement with each payment under way',
        file: 'electron/custody/handlers/chains/bitcoin.ts',
        from: "reading(() => requireReplacement(sending, readReplaced(hexEncode(signedTransaction)), script ?? ''));",
        to: 'reading(() => readReplaced(hexEncode(signedTransaction)));',
        test: 'test/peers/sending-bitcoin-service.test.ts',
        name: 'signs no replacement that could be paid beside the payment',
      },
    ],
  },
  {
    id: 'NODE-366',
    sentence:
      'A replacement on a chain of Ethereum’s kind has the nonce of the payment that it replaces. Both of its fees are at least 10 % higher, and no node’s fee above half a coin is proposed for it.',
    lifts: [
      {
        mechanism: 'both fees of a replacement rise by 10 %',
        file: 'electron/crypto/transactions/ethereum/replacement.ts',
        from: 'if (maxFeePerGas < least.maxFeePerGas)',
        to: 'if (maxFeePerGas < 0n)',
        test: 'test/unit/crypto/transactions/ethereum/replacement.test.ts',
        name: 'is refused when one of both fees is too low',
      },
      {
        mechanism: 'a proposed fee is at most half a coin for the gas of the replacement',
        file: 'electron/engine/payments/replacements.ts',
        from: 'gasLimit * maxFeePerGas <= MAXIMUM_FEE',
        to: 'gasLimit * maxFeePerGas >= 0n',
        test: 'test/unit/engine/payments/replacements.test.ts',
        name: 'is offered no fee of a node that is above half a coin',
      },
      {
        mechanism: 'a cancellation uses the nonce of the payment',
        file: 'electron/crypto/transactions/ethereum/replacement.ts',
        from: 'chainId, nonce, ...fees, gasLimit: PLAIN_GAS',
        to: 'chainId, nonce: nonce + 1n, ...fees, gasLimit: PLAIN_GAS',
        test: 'test/unit/crypto/transactions/ethereum/replacement.test.ts',
        name: 'that cancels has the same chain and nonce',
      },
    ],
  },
  {
    id: 'NODE-367',
    sentence:
      'Only a payment that no block includes and no other one replaced is replaced. While its replacement is under way, the service does not send it again. It fails only for another payment of the service. The question names the replaced payment.',
    lifts: [
      {
        mechanism: 'the order of storing decides which of both replaces the other',
        file: 'electron/custody/store/chains/sent-transactions.ts',
        from: 'AND sequence > (SELECT sequence FROM',
        to: 'AND submitted_at > (SELECT submitted_at FROM',
        test: 'test/unit/custody/chains/broadcaster.test.ts',
        name: 'sends a cancellation whose payment has a later time',
      },
      {
        mechanism: 'a node cannot end a payment by a transaction that it makes up',
        file: 'electron/custody/chains/bitcoin/follow.ts',
        from: 'if (handing.isReplaced()) return {};\n    return {',
        to: "if (handing.isReplaced()) return {};\n    return { state: 'FAILED', isSettled: 1,",
        test: 'test/peers/scanning-bitcoin.test.ts',
        name: 'is not called failed for a transaction that only the node has',
      },
      {
        mechanism: 'a replaced payment is not sent again',
        file: 'electron/custody/chains/hand-on.ts',
        from: '  if (isReplaced()) return {};\n',
        to: '',
        test: 'test/peers/sending-bitcoin-service.test.ts',
        name: 'replaces a payment under way by exactly the same one',
      },
      {
        mechanism: 'the service replaces no payment in a block',
        file: 'electron/custody/handlers/chains/bitcoin.ts',
        from: "if (kind === 'included')",
        to: "if (kind === 'unknown')",
        test: 'test/peers/sending-bitcoin-service.test.ts',
        name: 'replaces nothing that a block includes',
      },
      {
        mechanism: 'the workstation replaces a payment only while it is sent',
        file: 'electron/engine/payments/replacements.ts',
        from: "state === 'sent' || state === 'notFound';",
        to: "state !== 'open';",
        test: 'test/unit/engine/payments/replacements.test.ts',
        name: 'is not replaced in the state',
      },
      {
        mechanism: 'a payment on a chain of Ethereum’s kind is replaced by one with higher fees',
        file: 'electron/engine/results/rivals.ts',
        from: 'return isHigher(rival.signed, own) ||',
        to: 'return',
        test: 'test/unit/engine/results/chain-state.test.ts',
        name: 'is replaced when that one has fees that are a tenth higher',
      },
      {
        mechanism: 'a payment on a chain of Ethereum’s kind is replaced by one in a block that no activity sent',
        file: 'electron/custody/chains/taken-nonce.ts',
        from: '<= BigInt(nonce)) return false;',
        to: '>= 0n) return false;',
        test: 'test/unit/custody/chains/taken-nonce.test.ts',
        name: 'is taken by another transaction in a block',
      },
      {
        mechanism: 'a payment on Bitcoin is replaced by one of the same outputs with a higher fee',
        file: 'electron/engine/results/rivals.ts',
        from: 'return isRival ? [payment] : [];',
        to: 'return [];',
        test: 'test/unit/engine/results/rivals.test.ts',
        name: 'is replaced by one of the same outputs with a higher fee',
      },
      {
        mechanism: 'the question names the replaced payment',
        file: 'electron/engine/requests/confirmation.ts',
        from: 'replaces: replaced,',
        to: 'replaces: null,',
        test: 'test/unit/engine/requests/replaces.test.ts',
        name: 'names the payment that it replaces',
      },
    ],
  },
];
