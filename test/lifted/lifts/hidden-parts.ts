import type { Claim } from '../lift.ts';

const TOLD = 'cases are told as reviewed';
const SEVERAL = 'test/meanings/several-payloads.test.ts';

/** Claims about parts of contents that other parts could hide. */
export const HIDDEN_PARTS: readonly Claim[] = [
  {
    id: 'MEANING-420',
    sentence: 'A payload of unknown content hides no other payload of the same request, and one mark stands for all.',
    lifts: [
      {
        mechanism: 'a payload beside unknown bytes is described by itself',
        file: 'electron/vault/decode-payloads.ts',
        from: 'for (const each of described.summary)',
        to: 'for (const each of unknown.size > 0 ? [] : described.summary)',
        test: SEVERAL,
        name: TOLD,
      },
      {
        mechanism: 'unknown bytes beside known payloads are blind',
        file: 'electron/vault/decode-payloads.ts',
        from: 'unknown.set(warning, [...(unknown.get(warning) ?? []), index]);',
        to: '',
        test: SEVERAL,
        name: TOLD,
      },
      {
        mechanism: 'the mark is made of every payload',
        file: 'electron/vault/decode-payloads.ts',
        from: 'JSON.stringify(payloads)',
        to: 'JSON.stringify(payloads.slice(-1))',
        test: SEVERAL,
        name: 'changes with each of them',
      },
    ],
  },
];
