import type { Claim } from '../lift.ts';

const ACCOUNTS = 'test/meanings/other-accounts.test.ts';
const SIGNERS = 'test/meanings/solana-signers.test.ts';
const ORDERS = 'test/meanings/spoken-orders.test.ts';
const REVIEWED = 'are described as reviewed';

/** Accounts in contents other than the one that signs. */
export const OTHER_PARTIES: readonly Claim[] = [
  {
    id: 'REQUEST-510',
    sentence: 'A call that takes what another account owns, acts for it, or pays it, names that account in a finding.',
    lifts: [
      {
        mechanism: 'an owner who gave an allowance, an approval or a signature is named',
        file: 'electron/vault/calls/other-accounts.ts',
        from: 'if (owner === undefined || owners.length === 0) return [];',
        to: 'if (owner === undefined || owners.length >= 0) return [];',
        test: ACCOUNTS,
        name: `owners: 20 cases ${REVIEWED}`,
      },
      {
        mechanism: 'a receiver of what a function pays out is named',
        file: 'electron/vault/calls/other-accounts.ts',
        from: 'if (from === undefined || receivers.length === 0) return [];',
        to: 'if (from === undefined || receivers.length >= 0) return [];',
        test: ACCOUNTS,
        name: `receivers: 15 cases ${REVIEWED}`,
      },
      {
        mechanism: 'an account that a function acts for is named',
        file: 'electron/vault/calls/other-accounts.ts',
        from: '...(principals.length === 0',
        to: '...(principals.length >= 0',
        test: ACCOUNTS,
        name: `receivers: 15 cases ${REVIEWED}`,
      },
      {
        mechanism: 'a call inside another one is made by the contract that makes it',
        file: 'electron/vault/calls/calls-inside.ts',
        from: 'return isOfCaller ? {} : { from: call.to };',
        to: 'return isOfCaller ? {} : {};',
        test: ACCOUNTS,
        name: `owners: 20 cases ${REVIEWED}`,
      },
      {
        mechanism: 'tokens out of an account that may be of somebody else on Solana are named',
        file: 'electron/crypto/transactions/solana/transfers.ts',
        from: '=== source?.value) return [];',
        to: '!== null) return [];',
        test: SIGNERS,
        name: REVIEWED,
      },
      {
        mechanism: 'an account that can withdraw what another one stakes is named',
        file: 'electron/vault/calls/deposits.ts',
        from: '...(stranger === null',
        to: '...(stranger !== null || of.value >= 0n',
        test: ACCOUNTS,
        name: `receivers: 15 cases ${REVIEWED}`,
      },
      {
        mechanism: 'an account that runs the code of a contract for everybody is named',
        file: 'electron/crypto/payloads/describe-authorization.ts',
        from: '...(clears || foreign === null',
        to: '...(clears || foreign !== null',
        test: 'test/meanings/public-takers.test.ts',
        name: REVIEWED,
      },
      {
        mechanism: 'a trade without a minimum is named',
        file: 'electron/vault/calls/messages/common.ts',
        from: '...leastFindings(values, place),',
        to: '',
        test: ACCOUNTS,
        name: `receivers: 15 cases ${REVIEWED}`,
      },
      {
        mechanism: 'a recipient of what a message has paid out is named',
        file: 'electron/crypto/payloads/typed-data-findings.ts',
        from: '!PAYS_OUT.test(primaryType)',
        to: 'PAYS_OUT.test(primaryType)',
        test: 'test/meanings/attack-messages.test.ts',
        name: REVIEWED,
      },
    ],
  },
  {
    id: 'REQUEST-511',
    sentence:
      'A Solana transaction names other signers and another fee payer. It is blind for an account that is no signer.',
    lifts: [
      {
        mechanism: 'an account that is no signer has a mark',
        file: 'electron/crypto/transactions/solana/signers.ts',
        from: "{ field: 'signers[0]', mark: lastDigits(each) }",
        to: "{ field: 'signers[0]' }",
        test: SIGNERS,
        name: REVIEWED,
      },
      {
        mechanism: 'signers that have not signed are named',
        file: 'electron/crypto/transactions/solana/signers.ts',
        from: '...(missing.length === 0 || !isSigned',
        to: '...(missing.length >= 0 || !isSigned',
        test: SIGNERS,
        name: REVIEWED,
      },
      {
        mechanism: 'another payer of the fee is named',
        file: 'electron/crypto/transactions/solana/signers.ts',
        from: '...(own.includes(payer) || !isSigned',
        to: '...(own.length > 0 || !isSigned',
        test: SIGNERS,
        name: REVIEWED,
      },
      {
        mechanism: 'a signer without a key is named',
        file: 'electron/crypto/transactions/solana/signers.ts',
        from: 'if (keyless.length === 0) return [];',
        to: 'if (keyless.length >= 0) return [];',
        test: SIGNERS,
        name: REVIEWED,
      },
      {
        mechanism: 'an account of an instruction that does not sign is named',
        file: 'electron/crypto/transactions/solana/unsigned-accounts.ts',
        from: 'if (account === NONE.value || signers.has(account)) return [];',
        to: 'if (account !== NONE.value || signers.has(account)) return [];',
        test: SIGNERS,
        name: REVIEWED,
      },
    ],
  },
  {
    id: 'REQUEST-512',
    sentence: 'A text that reads like an order to pay, or like a power, has a warning. A record in JSON is blind.',
    lifts: [
      {
        mechanism: 'an order to pay in plain words has a warning',
        file: 'electron/crypto/payloads/spoken-orders.ts',
        from: 'if (isPayment ||',
        to: 'if (',
        test: ORDERS,
        name: REVIEWED,
      },
      {
        mechanism: 'a power in plain words has a warning',
        file: 'electron/crypto/payloads/spoken-orders.ts',
        from: '[GIVES, LETS, BEHALF].some(',
        to: '[GIVES, LETS, BEHALF].every(',
        test: ORDERS,
        name: REVIEWED,
      },
      {
        mechanism: 'a record in JSON has a mark',
        file: 'electron/crypto/payloads/quoted.ts',
        from: 'if (name === null) return recordFindings(message, field);',
        to: 'if (name === null) return [];',
        test: ORDERS,
        name: REVIEWED,
      },
    ],
  },
  {
    id: 'MEMBER-510',
    sentence: 'An allowance between two wallets of the organization evades no limit that counts by wallet.',
    lifts: [
      {
        mechanism: 'the wallet that owns the tokens counts too',
        file: 'electron/custody/policies/velocity/measure.ts',
        from: 'isSigning(subject) ? namedOwners(subject, context) : []',
        to: 'isSigning(subject) ? namedOwners(subject, context).slice(1) : []',
        test: 'test/contract/organizations/velocity-controls.test.ts',
        name: 'lets no wallet spend the tokens of another one past its limit',
      },
      {
        mechanism: 'tokens of an owner that a transaction does not name count for no wallet',
        file: 'electron/custody/policies/velocity/signed.ts',
        from: "if (asset.family !== 'solana') return false;",
        to: 'return false;',
        test: 'test/contract/organizations/velocity-owners.test.ts',
        name: 'lets no delegate spend the tokens of another wallet past its limit',
      },
    ],
  },
];
