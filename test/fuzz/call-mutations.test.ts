import fc from 'fast-check';
import { parseAbi } from 'micro-eth-signer/abi.js';
import { expect, test } from 'vitest';
import { everyStandard } from '../../electron/vault/calls/by-standard.ts';
import { formatsOf, whole } from '../../electron/vault/calls/descriptors/find.ts';
import { readRegistry } from '../../electron/vault/calls/descriptors/registry.ts';
import { ANY_CHAIN } from '../../electron/vault/calls/standard.ts';
import { describeBody } from '../../electron/vault/describe.ts';
import { deploymentsOf } from '../../shared/model/index.ts';
import { utf8Encode } from '../../shared/wire/index.ts';
import { calling, encodeCall, together, USDC } from '../meanings/evm-calls.ts';
import { fuzzRuns } from './seed.ts';

const SELECTOR_BYTES = 4;

/** Arguments that prove another signature, and other values of them. They stand only in the list of all fields. */
const PROOFS: Readonly<Record<string, unknown>> = {
  v: 28n,
  r: new Uint8Array(32).fill(0xd5),
  s: new Uint8Array(32).fill(0xd5),
  signature: new Uint8Array(4).fill(0x35),
};
const WORD_BYTES = 32;
/** The path of a swap of coins begins or ends with the wrapped coin, or the router refuses it. The words name the coin. */
const NAMES_COINS = /^swap\w*ETH\w*\(/;

interface Call {
  readonly name: string;
  readonly data: Uint8Array;
  /** True for a place in an argument that proves a signature. */
  readonly isProof: (at: number) => boolean;
  readonly chain: number;
  readonly to: string;
}

/** The texts that an operator reads without opening the list of all fields. */
function read({ data, chain, to }: Pick<Call, 'data' | 'chain' | 'to'>) {
  const { type, parameters } = calling(data, { chain, to });
  const body = { type, timestampMs: '1', organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10', parameters };
  const { judged, headline, decoded, findings } = describeBody(utf8Encode(JSON.stringify(body)));
  return { judged, text: JSON.stringify([headline, decoded?.summary, findings.map(({ text }) => text)]) };
}

const wordAt = (at: number) => Math.floor((at - SELECTOR_BYTES) / WORD_BYTES);

/** The words in which two calls of one length differ, with the length before them. */
function changedWords(data: Uint8Array, other: Uint8Array, hasLength: boolean): number[] {
  const words = [...data.keys()].filter((at) => data[at] !== other[at]).map(wordAt);
  return hasLength && words[0] !== undefined ? [words[0] - 1, ...words] : words;
}

function callOf(name: string, signature: string, place: Pick<Call, 'chain' | 'to'>): readonly Call[] {
  try {
    const [item] = parseAbi([`function ${signature}`]);
    const inputs = item?.inputs ?? [];
    const data = encodeCall(signature, together(inputs));
    const proofs = new Set(
      inputs.flatMap(({ name: input = '', type }) =>
        Object.hasOwn(PROOFS, input)
          ? changedWords(data, encodeCall(signature, together(inputs, { [input]: PROOFS[input] })), type === 'bytes')
          : [],
      ),
    );
    return [{ ...place, name, data, isProof: (at) => proofs.has(wordAt(at)) }];
  } catch {
    return [];
  }
}

const isWhole = (call: Call) => read(call).judged === 'whole';

const BY_STANDARD = everyStandard()
  .filter(({ signature }) => !NAMES_COINS.test(signature))
  .flatMap(({ basis, signature, places = { [ANY_CHAIN]: [USDC] } }) => {
    const [[chain = ANY_CHAIN, [to = USDC] = []] = []] = Object.entries(places);
    const number = chain === ANY_CHAIN ? 1 : Number(chain.split(':')[1]);
    return callOf(`${basis}: ${signature}`, signature, { chain: number, to });
  })
  .filter(isWhole);
const BY_DESCRIPTOR = [...readRegistry().keys()]
  .filter((path) => path.startsWith('registry/') && path.includes('calldata'))
  .flatMap((path) => {
    const root = whole(path, readRegistry());
    const [place] = deploymentsOf(root);
    if (place === undefined) return [];
    const at = { chain: Number(place.chain.split(':')[1]), to: place.address };
    return Object.keys(formatsOf(root)).flatMap((signature) => callOf(`${path}: ${signature}`, signature, at));
  })
  .filter(isWhole);

test.each([
  ['a standard', BY_STANDARD, 140],
  ['a descriptor', BY_DESCRIPTOR, 500],
] as const)(
  'an explained call of %s shows each byte of its data, and a change of one shows or is blind',
  (_of, all, least) => {
    expect(all.length).toBeGreaterThan(least);
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.nat(), fc.integer({ min: 1, max: 255 }), (call, place, flip) => {
        const size = call.data.length - SELECTOR_BYTES;
        // The byte behind the last one is a byte more.
        const at = SELECTOR_BYTES + (place % (size + 1));
        if (call.isProof(at)) return;
        const data = at === call.data.length ? Uint8Array.of(...call.data, 0) : call.data.slice();
        data[at] = (data[at] ?? 0) ^ flip;
        const after = read({ ...call, data });
        if (after.judged !== 'whole') return;
        expect({ name: call.name, at, isShown: read(call).text !== after.text }).toMatchObject({ isShown: true });
      }),
      { numRuns: fuzzRuns(20) },
    );
  },
);
