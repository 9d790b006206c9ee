/** The operation of Stellar that changes the keys, the thresholds and the flags of an account. */
import type { Finding } from '../../../../../shared/model/index.ts';
import { care, danger, row } from '../../../meaning.ts';
import { quotedOrHex } from '../effect.ts';
import type { Of, Operation } from './operation.ts';
import { account, bytesUpTo, signer, uint32 } from './values.ts';

/** The flags of an issuer: what setting and clearing each does, and the dangers. */
const ACCOUNT_FLAGS: readonly (readonly [flag: bigint, set: string, clear: string, warning: string | null])[] = [
  [1n, 'Let only approved accounts hold its assets', 'Let every account hold its assets', null],
  [2n, 'Let it revoke approvals', 'Give up the right to revoke approvals', null],
  [
    4n,
    'Fix its flags for ever',
    'Let its flags change again',
    'The flags can never be changed again, and the account can never be merged.',
  ],
  [8n, 'Let it claw back its assets', 'Give up the right to claw back its assets', null],
];
/** The flag that fixes the flags, itself among them. */
const FIXED = 4n;
const KNOWN_FLAGS = ACCOUNT_FLAGS.reduce((all, [flag]) => all | flag, 0n);

const THRESHOLDS = { lowThreshold: 'low', medThreshold: 'medium', highThreshold: 'high' } as const;
const MOST_WEIGHT = 255n;

/** Optional numbers of `SetOptions` that are set, with their words. */
function weightsOf(of: Of): { readonly words: string; readonly number: bigint }[] {
  return Object.entries({ masterWeight: 'the weight of the master key', ...namedThresholds() }).flatMap(
    ([name, words]) => {
      const number = of.optional(name)?.number;
      return number === undefined ? [] : [{ words, number }];
    },
  );
}
const namedThresholds = () =>
  Object.fromEntries(Object.entries(THRESHOLDS).map(([name, level]) => [name, `the ${level} threshold`]));

export const setOptions: Operation = {
  name: 'SetOptions',
  members: {
    inflationDest: { optional: account },
    clearFlags: { optional: uint32 },
    setFlags: { optional: uint32 },
    masterWeight: { optional: uint32 },
    lowThreshold: { optional: uint32 },
    medThreshold: { optional: uint32 },
    highThreshold: { optional: uint32 },
    homeDomain: { optional: bytesUpTo(32) },
    signer: { optional: signer },
  },
  effect(of) {
    const [set, clear] = [of.optional('setFlags')?.number ?? 0n, of.optional('clearFlags')?.number ?? 0n];
    const weights = weightsOf(of);
    const key = of.optional('signer');
    const domain = of.optional('homeDomain');
    const destination = of.optional('inflationDest');
    const steps = [
      ...(key === null
        ? []
        : [key.number === 0n ? `Remove the signer ${keyText(of)}` : `Let ${keyText(of)} sign for the account`]),
      ...weights.map(({ words, number }) => `Set ${words} to ${number}`),
      ...ACCOUNT_FLAGS.flatMap(([flag, on, off]) => [
        ...((set & flag) === 0n ? [] : [on]),
        ...((clear & flag) === 0n ? [] : [off]),
      ]),
      ...(domain === null
        ? []
        : [`Set the home domain to ${domain.content.length === 0 ? 'none' : quotedOrHex(domain.content)}`]),
      ...(destination === null ? [] : [`Set the inflation destination to ${destination.text}`]),
    ];
    return {
      steps: steps.length === 0 ? ['Change no option of the account'] : steps,
      rows: [
        ...(key === null
          ? []
          : [
              row(
                key.number === 0n ? 'Removed signer' : 'New signer',
                keyText(of),
                key.account === null ? 'text' : 'address',
              ),
              row('Weight', String(key.number)),
            ]),
        ...weights.map(({ words, number }) => row(`${words.charAt(4).toUpperCase()}${words.slice(5)}`, String(number))),
        ...(destination === null ? [] : [row('Inflation destination', destination.text, 'address')]),
      ],
      findings: [
        ...optionFindings(of),
        ...ACCOUNT_FLAGS.flatMap(([flag, , , warning]) =>
          warning !== null && (set & flag) !== 0n ? [danger(warning)] : [],
        ),
      ],
      faults: [
        ...(((set | clear) & ~KNOWN_FLAGS) === 0n ? [] : ['it has a flag that is not known']),
        ...((clear & FIXED) === 0n ? [] : ['it clears a flag that cannot be cleared']),
        ...((set & clear) === 0n ? [] : ['it sets and clears one flag']),
        ...([...weights.map(({ number }) => number), key?.number ?? 0n].every((number) => number <= MOST_WEIGHT)
          ? []
          : ['it has a weight out of range']),
        ...(key?.account === of.source ? ['its signer is its master key'] : []),
      ],
    };
  },
};

const keyText = (of: Of): string => of.optional('signer')?.items[0]?.text ?? '';

function optionFindings(of: Of): Finding[] {
  const key = of.optional('signer');
  const master = of.optional('masterWeight')?.number;
  const hasThreshold = Object.keys(THRESHOLDS).some((name) => of.optional(name) !== null);
  return [
    ...(key === null || key.number === 0n
      ? []
      : [
          danger(
            key.account === null
              ? 'Whoever has the secret or the transaction of the new signer can sign for the account, up to its weight.'
              : 'Whoever has the new signer’s key can sign for the account, up to its weight.',
          ),
        ]),
    ...(key?.number === 0n ? [danger('The removed signer can no longer sign for the account.')] : []),
    ...(master === 0n
      ? [danger('The master key can no longer sign for the account: only its other signers control it.')]
      : master === undefined
        ? []
        : [danger('It changes how much the master key counts.')]),
    ...(hasThreshold
      ? [
          danger(
            'It changes how much weight operations need. A threshold above all weights locks the account for ever.',
          ),
        ]
      : []),
    ...(of.optional('homeDomain') === null ? [] : [care('The home domain is a claim: the network does not check it.')]),
  ];
}
