import fc from 'fast-check';
import { parseAbi } from 'micro-eth-signer/abi.js';
import { expect, test } from 'vitest';
import { ACCOUNTS } from '../../electron/vault/calls/accounts.ts';
import { formatsOf, whole } from '../../electron/vault/calls/descriptors/find.ts';
import { readRegistry } from '../../electron/vault/calls/descriptors/registry.ts';
import { AT_PERMIT2, PERMIT2 } from '../../electron/vault/calls/permit2.ts';
import { POWERS } from '../../electron/vault/calls/powers.ts';
import { SAFES } from '../../electron/vault/calls/safe.ts';
import { ANY_CHAIN, type Standard } from '../../electron/vault/calls/standard.ts';
import { TOKENS } from '../../electron/vault/calls/tokens.ts';
import { describeBody } from '../../electron/vault/describe.ts';
import { deploymentsOf } from '../../shared/model/index.ts';
import { utf8Encode } from '../../shared/wire/index.ts';
import { calling, encodeCall, together, USDC } from '../meanings/evm-calls.ts';
import { fuzzRuns } from './seed.ts';

const SELECTOR_BYTES = 4;

/** Words of the arguments that prove another signature. They stand only in the list of all fields. */
const PROOF = /^[vrs]$/;
const WORD_BYTES = 32;

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

function callOf(name: string, signature: string, place: Pick<Call, 'chain' | 'to'>): readonly Call[] {
  try {
    const [item] = parseAbi([`function ${signature}`]);
    const inputs = item?.inputs ?? [];
    // A tuple or an array takes more than a word, or stands behind the others.
    const isWords = inputs.every(({ type }) => /^(?:u?int\d*|address|bool|bytes\d+)$/.test(type));
    const isProof = (at: number) =>
      isWords && PROOF.test(inputs[Math.floor((at - SELECTOR_BYTES) / WORD_BYTES)]?.name ?? '');
    return [{ ...place, name, isProof, data: encodeCall(signature, together(inputs)) }];
  } catch {
    return [];
  }
}

const isWhole = (call: Call) => read(call).judged === 'whole';

const PERMITS = PERMIT2.map((standard): Standard => ({ ...standard, ...AT_PERMIT2 }));
const BY_STANDARD = [...TOKENS, ...POWERS, ...PERMITS, ...SAFES, ...ACCOUNTS]
  .flatMap(({ basis, signature, places }) =>
    callOf(`${basis}: ${signature}`, signature, { chain: 1, to: places?.[ANY_CHAIN]?.[0] ?? USDC }),
  )
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
  ['a standard', BY_STANDARD, 50],
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
