import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signDigest } from '../../../../../electron/crypto/curves/ecdsa-digest.ts';
import { addressOf } from '../../../../../electron/crypto/index.ts';
import { keccak256 } from '../../../../../electron/crypto/keccak.ts';
import * as rlp from '../../../../../electron/crypto/transactions/ethereum/rlp.ts';
import { hexDecode, hexEncode } from '../../../../../shared/wire/index.ts';
import '../../../../fuzz/seed.ts';
import { textsOf } from '../../../findings.ts';
import { asking } from '../asking.ts';
import { developmentKey } from './arbitrary.ts';

const ethereum = asking('TRANSACTION_TYPE_ETHEREUM');
const tempo = asking('TRANSACTION_TYPE_TEMPO');
const { privateKey, publicKey } = developmentKey();
const SIGNER = addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey);
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const NONE = new Uint8Array(0);
const DELEGATE = `0x${'70'.repeat(20)}`;
const number = (value: number | bigint) => rlp.numberBytes(BigInt(value));

interface Said {
  readonly chainId?: number;
  readonly address?: string;
  readonly nonce?: number;
}

const said = ({ chainId = 1, address = DELEGATE, nonce = 3 }: Said) => [
  number(chainId),
  hexDecode(address.slice(2)),
  number(nonce),
];
const signature = (items: readonly rlp.RlpItem[]) =>
  signDigest('CURVE_SECP256K1', privateKey, keccak256(Uint8Array.of(5, ...rlp.rlpEncode(items))));
function signed(change: Said = {}): rlp.RlpItem[] {
  const { r, s, recovery } = signature(said(change));
  return [...said(change), number(recovery), number(BigInt(`0x${hexEncode(r)}`)), number(BigInt(`0x${hexEncode(s)}`))];
}

function describedWith(...authorizations: rlp.RlpItem[]) {
  const items = [number(1), NONE, NONE, number(2), number(21_000), hexDecode(DELEGATE.slice(2)), NONE, NONE, []];
  return ethereum.describe(`04${hexEncode(rlp.rlpEncode([...items, authorizations]))}`);
}

function describedOnTempo(last: Uint8Array) {
  const calls = [[hexDecode(DELEGATE.slice(2)), NONE, NONE]];
  const list = [[...said({ chainId: 4217 }), last]];
  const before = [number(4217), NONE, number(2), number(21_000), calls, [], NONE, NONE, NONE, NONE, NONE, NONE];
  return tempo.describe(`76${hexEncode(rlp.rlpEncode([...before, list]))}`);
}

test('shows the signer of an authorization and the code’s address', () => {
  const { steps, summary, findings } = describedWith(signed());
  expect(steps[0]).toBe(`Let the contract ${DELEGATE} act for the account ${SIGNER}`);
  expect(summary).toContainEqual({ name: 'Account', value: SIGNER, kind: 'address' });
  expect(summary).toContainEqual({ name: 'Acts for it', value: DELEGATE, kind: 'address' });
  expect(findings[0]?.level).toBe('danger');
  expect(textsOf({ findings })[0]).toBe(
    `authorizationList[0] lets the contract ${DELEGATE} act for the account ${SIGNER}, with everything the account owns.`,
  );
});

test('reports an authorization for every chain, and one that removes the code', () => {
  expect(textsOf(describedWith(signed({ chainId: 0 })))[0]).toMatch(/owns, and holds on every chain\.$/);
  const clears = describedWith(signed({ address: `0x${'00'.repeat(20)}` }));
  expect(textsOf(clears)[0]).toBe(`authorizationList[0] takes the code from the account ${SIGNER}.`);
  expect(clears.findings[0]?.level).toBe('care');
  expect(clears.steps[0]).toBe(`Remove the delegated code from the account ${SIGNER}`);
});

test('an impossible signature has no signer', () => {
  const whole = signed();
  for (const changed of [
    whole.with(3, number(2)),
    whole.with(4, NONE),
    whole.with(5, number(ORDER)),
    // A high S makes an authorization invalid (EIP-7702).
    whole.with(5, number(ORDER - BigInt(`0x${hexEncode(whole[5] as Uint8Array)}`))),
  ]) {
    const { steps, summary, findings } = describedWith(changed);
    expect(steps[0]).toBe('Submit an authorization that nobody signed');
    expect(summary.some(({ name }) => name === 'Account' || name === 'Acts for it')).toBe(false);
    expect(textsOf({ findings })[0]).toMatch(/^The signature of authorizationList\[0\]/);
  }
});

test('a changed authorization is never shown with the original signer', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2 }), fc.bigInt({ min: 1n, max: 2n ** 63n }), (place, other) => {
      const whole = signed();
      const changed = place === 1 ? hexDecode(other.toString(16).padStart(40, '0')) : number(other + 5n);
      expect(describedWith(whole.with(place, changed)).summary).not.toContainEqual(
        expect.objectContaining({ value: SIGNER }),
      );
    }),
    { numRuns: 50 },
  );
});

test('on Tempo only the account’s own kind of signature names a signer', () => {
  const { r, s, recovery } = signature(said({ chainId: 4217 }));
  const own = describedOnTempo(Uint8Array.of(...r, ...s, 27 + recovery));
  expect(own.steps[0]).toBe(`Let the contract ${DELEGATE} act for the account ${SIGNER}`);
  const passkey = describedOnTempo(Uint8Array.of(2, ...r, ...s, ...r, ...s));
  expect(passkey.steps[0]).toBe(`Let the contract ${DELEGATE} act for the account that signed the authorization`);
  expect(passkey.summary.map(({ name }) => name)).not.toContain('Account');
  expect(describedOnTempo(Uint8Array.of(...r, ...s, 29)).steps[0]).toBe('Submit an authorization that nobody signed');
});

test('reports that an authorization for another chain is usable there', () => {
  const elsewhere = /is for chain 10: this transaction ignores it, and anyone can submit it on that chain/;
  expect(textsOf(describedWith(signed({ chainId: 10 })))).toContainEqual(expect.stringMatching(elsewhere));
  for (const chainId of [0, 1])
    expect(textsOf(describedWith(signed({ chainId }))).join()).not.toMatch(/this transaction ignores/);
});
