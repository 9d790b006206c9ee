import type { Claim } from '../lift.ts';

/** What contents are told to do. */
export const MEANINGS: readonly Claim[] = [
  {
    claims: ['made by the vault from the very bytes it will stamp'],
    lifts: [
      {
        mechanism: 'the commands of a router are told of the routers that are known only',
        file: 'electron/vault/calls/router.ts',
        from: 'ROUTERS[call.chain]?.includes(call.to.toLowerCase()) === true',
        to: 'ROUTERS[call.chain] !== null',
        test: 'test/unit/vault/calls/router.test.ts',
        name: 'the same commands for another contract are marked',
      },
      {
        mechanism: 'whoever gets what a router gives is told with care',
        file: 'electron/vault/calls/router.ts',
        from: "isNamed(of) ? [sentElsewhere(of.recipient, 'recipient')] : []",
        to: '[]',
        test: 'test/unit/vault/calls/router.test.ts',
        name: 'whoever is named instead of the sender is told with care',
      },
      {
        mechanism: 'who signed an authorization is found out of its signature and all that it covers',
        file: 'electron/crypto/transactions/ethereum/delegations.ts',
        from: 'rlpEncode(items.slice(0, 3))',
        to: 'rlpEncode([...items.slice(0, 2), new Uint8Array([3])])',
        test: 'test/unit/crypto/transactions/ethereum/delegations.test.ts',
        name: 'changed in one place, is never told to be of the account that signed',
      },
      {
        mechanism: 'bytes that two forms fit are not decoded',
        file: 'electron/crypto/payloads/forms/index.ts',
        from: 'found.length < 2',
        to: 'found.length < 9',
        test: 'test/unit/crypto/payloads/forms/marked.test.ts',
        name: 'bytes of two forms are of neither',
      },
      {
        mechanism: 'an off-chain message that two layouts fit is not decoded',
        file: 'electron/crypto/payloads/forms/off-chain.ts',
        from: 'fitting.length > 1',
        to: 'fitting.length > 9',
        test: 'test/unit/crypto/payloads/forms/solana.test.ts',
        name: 'that two layouts fit is not decoded',
      },
      {
        mechanism: 'amino JSON in another spelling than the one that chains verify is not decoded',
        file: 'electron/crypto/payloads/forms/cosmos/amino.ts',
        from: 'canonical(doc) !== text',
        to: "canonical(doc) === ''",
        test: 'test/unit/crypto/payloads/forms/cosmos.test.ts',
        name: 'amino JSON with another order',
      },
      {
        mechanism: 'look-alikes are compared with addresses of their own network only',
        file: 'electron/engine/addresses/alike.ts',
        from: '(!isUnowned(known) && shareNetwork(formats, findFormatsOf(known)))',
        to: 'true',
        test: 'test/unit/engine/addresses/counterparties.test.ts',
        name: 'is none of another chain',
      },
      {
        mechanism: 'a hash is no counterparty',
        file: 'electron/crypto/meaning.ts',
        from: "if (type === 'bytes32') return 'hash';",
        to: "if (type === 'bytes32') return 'address';",
        test: 'test/unit/engine/addresses/counterparties.test.ts',
        name: 'is no hash that is approved',
      },
      {
        mechanism: 'an address that nobody holds is no counterparty',
        file: 'electron/engine/addresses/naming.ts',
        from: '!isUnowned(address) || book?.find(address, chain) != null',
        to: 'address.length > 0',
        test: 'test/unit/engine/addresses/counterparties.test.ts',
        name: 'is not 0x0000000000000000000000000000000000000000',
      },
    ],
  },
];
