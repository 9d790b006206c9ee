/** Describes the output scripts of a transaction for the person who approves them. */
import type { Finding } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { type BitcoinNetwork, knownScript, networkAddress, type ScriptKind } from '../../addresses/bitcoin.ts';
import { convertPoint } from '../../curves/libsecp256k1.ts';
import { care, danger, lastDigits } from '../../meaning.ts';
import { join } from '../../native.ts';
import { isBurnt } from '../../unowned.ts';
import { printableText } from '../reading.ts';
import { routeFindings } from '../routes.ts';
import { bitcoins, isData } from './scripts.ts';
import type { BitcoinOutput } from './transaction.ts';

/** The smallest amount that nodes relay, by its kind (Bitcoin Core's dust limit at 3 satoshi per byte). */
const DUST: Readonly<Record<ScriptKind, bigint>> = { P2PKH: 546n, P2SH: 540n, P2WPKH: 294n, P2WSH: 330n, P2TR: 330n };
const OP_NEGATIVE = 0x4f;
const OP_RESERVED = 0x50;
const OP_TRUE = 0x51;
const OP_16 = 0x60;
const OP_CHECKSIG = 0xac;
const OP_CHECKMULTISIG = 0xae;
/** A node runs no longer script. */
const LONGEST_SCRIPT = 10_000;

/** A warning about an output. The names of the outputs follow `says`. */
interface Warning {
  readonly findingOf: typeof care;
  readonly says: string;
  readonly basis: string | null;
  /** Set where the effect is not known, so that the mark is typed. */
  readonly mark?: string;
}

/** Protocols that move tokens by data in an output: the first bytes behind OP_RETURN. */
const TOKEN_PROTOCOLS: readonly (readonly [name: string, begin: RegExp])[] = [
  ['Runes', /^6a5d/],
  ['Omni', /^6a[0-4][0-9a-f]6f6d6e69/],
];

/** Describes an output as a step. */
export function outputStep({ amount, script }: BitcoinOutput, network: BitcoinNetwork): string {
  if (!isData(script)) return `Send ${bitcoins(amount)} to ${recipientWords(script, network)}`;
  return `Publish ${dataText(script)}${amount === 0n ? '' : ` and destroy ${bitcoins(amount)}`}`;
}

/** The address of an output, when it has one. */
export function recipientOf({ script }: BitcoinOutput, network: BitcoinNetwork): string[] {
  const known = knownScript(script);
  return known === null ? [] : [networkAddress(known, network)];
}

/** Returns the warnings about unusual outputs, one sentence for all outputs with the same warning. */
export function outputFindings(outputs: readonly BitcoinOutput[]): Finding[] {
  const grouped = new Map<string, { readonly indexes: number[]; readonly warning: Warning }>();
  outputs.forEach((output, index) => {
    for (const warning of warningsOf(output)) {
      const same = grouped.get(warning.says) ?? { indexes: [], warning };
      same.indexes.push(index);
      grouped.set(warning.says, same);
    }
  });
  return Array.from(grouped.values(), ({ indexes, warning: { findingOf, says, basis, mark } }) =>
    findingOf(`${says}: ${indexes.map((index) => `output ${index + 1}`).join(', ')}.`, {
      field: `outputs[${indexes[0]}].script`,
      basis,
      ...(mark === undefined ? {} : { mark }),
    }),
  );
}

function warningsOf({ amount, script }: BitcoinOutput): Warning[] {
  const digits = hexEncode(script);
  const protocol = TOKEN_PROTOCOLS.find(([, begin]) => begin.test(digits))?.[0];
  if (protocol !== undefined)
    return [
      {
        findingOf: danger,
        says: `The data moves or destroys tokens of ${protocol} that the inputs hold, which is not decoded`,
        basis: protocol,
        mark: lastDigits(digits),
      },
    ];
  if (isData(script))
    return [
      ...dataWarnings(script),
      amount === 0n
        ? { findingOf: care, says: 'Data is published for everybody to read (OP_RETURN)', basis: null }
        : {
            findingOf: danger,
            says: `${bitcoins(amount)} are destroyed by data that is published (OP_RETURN)`,
            basis: null,
          },
    ];
  const known = knownScript(script);
  if (known === null) return [scriptWarning(script)];
  const isNoPoint = known.kind === 'P2TR' && convertPoint(join(Uint8Array.of(2), known.program), 33) === null;
  return [
    ...(isNoPoint ? [lost('BIP-341')] : isBurnt(networkAddress(known, 'MAINNET')) ? [lost(null)] : []),
    ...(amount < DUST[known.kind]
      ? [{ findingOf: care, says: 'The amount is so small that nodes do not relay it', basis: null }]
      : []),
  ];
}

/** Returns the warnings about data that is an instruction for programs, or can be one. */
function dataWarnings(script: Uint8Array): Warning[] {
  const mark = lastDigits(hexEncode(script));
  if (bareBytes(script) !== null)
    return [
      {
        findingOf: danger,
        says: 'The data is not one text: programs can take it for an instruction, which is not decoded',
        basis: null,
        mark,
      },
    ];
  return routeFindings(printableText(script.subarray(2)) ?? '', 'script', mark).map(({ text }) => ({
    findingOf: danger,
    says: text.replace(/\.$/, ''),
    basis: null,
    mark,
  }));
}

/** Returns the warning about a script that has no address. */
function scriptWarning(script: Uint8Array): Warning {
  if (witnessVersion(script) === 0) return lost('BIP-141');
  if (isAnybodys(script)) return { findingOf: danger, says: 'Anybody can take what it holds', basis: 'BIP-141' };
  if (script.length > LONGEST_SCRIPT || isReserved(script)) return lost(null);
  const bare = bareKeys(script);
  if (bare !== null)
    return bare.keys.filter(canBePoint).length < bare.needed
      ? lost(null)
      : { findingOf: care, says: 'It has no address. Its script names keys: compare them', basis: null };
  return { findingOf: danger, says: 'The script has no address form. Check it byte by byte', basis: null };
}

function lost(basis: string | null): Warning {
  return { findingOf: danger, says: 'Nobody can ever spend its coins', basis };
}

/** The bytes of an output that neither an address nor a text in the sentence shows. Null where one does. */
export function bareBytes(script: Uint8Array): string | null {
  const isShown = isData(script)
    ? script.length === 1 || dataText(script) !== DATA
    : knownScript(script) !== null || bareKeys(script) !== null;
  return isShown ? null : hexEncode(script);
}

/** Names an output's recipient inside a sentence. */
export function recipientWords(script: Uint8Array, network: BitcoinNetwork): string {
  const known = knownScript(script);
  if (known !== null) return networkAddress(known, network);
  if (witnessVersion(script) === 0) return 'a SegWit script that nobody can satisfy';
  if (isAnybodys(script)) return 'a script that anybody can satisfy';
  if (script.length > LONGEST_SCRIPT) return 'a script too long to be run';
  const bare = bareKeys(script);
  if (bare === null) return 'a script that has no address';
  const keys = bare.keys.map(hexEncode).join(', ');
  return bare.isOne ? `the public key ${keys}` : `${bare.needed} of the public keys ${keys}`;
}

/** Returns true when anybody can spend it: nothing, one number but 0, or a witness program of a version that has no rules yet. */
function isAnybodys(script: Uint8Array): boolean {
  const [only = OP_TRUE] = script;
  return (
    (witnessVersion(script) ?? 0) > 0 ||
    (script.length < 2 && only >= OP_NEGATIVE && only <= OP_16 && !isReserved(script))
  );
}

const isReserved = (script: Uint8Array): boolean => script.length === 1 && script[0] === OP_RESERVED;

/** Returns the version of a witness program without an address format here, or null for other scripts (BIP-141). */
function witnessVersion(script: Uint8Array): number | null {
  const [first = 0xff, length] = script;
  const isProgram = script.length >= 4 && script.length <= 42 && length === script.length - 2;
  if (!isProgram || (first !== 0 && (first < OP_TRUE || first > OP_TRUE + 15))) return null;
  return first === 0 ? 0 : first - OP_TRUE + 1;
}

interface BareKeys {
  readonly keys: readonly Uint8Array[];
  /** The number of keys that must sign. */
  readonly needed: number;
  /** True for a script of one key, which is no multisig. */
  readonly isOne: boolean;
}

/** The keys of a script from before addresses: one key, or some of several. */
function bareKeys(script: Uint8Array): BareKeys | null {
  const last = script.at(-1);
  if (last === OP_CHECKSIG) {
    const keys = pushedKeys(script.subarray(0, -1));
    return keys?.length === 1 ? { keys, needed: 1, isOne: true } : null;
  }
  if (last !== OP_CHECKMULTISIG) return null;
  const keys = pushedKeys(script.subarray(1, -2));
  const [needed, count] = [(script[0] ?? 0) - OP_TRUE + 1, (script.at(-2) ?? 0) - OP_TRUE + 1];
  const isWhole = keys !== null && keys.length === count && needed >= 1 && needed <= count;
  return isWhole ? { keys, needed, isOne: false } : null;
}

function pushedKeys(script: Uint8Array): Uint8Array[] | null {
  const keys: Uint8Array[] = [];
  for (let at = 0; at < script.length; ) {
    const length = script[at] ?? 0;
    const key = script.subarray(at + 1, at + 1 + length);
    if ((length !== 33 && length !== 65) || key.length !== length) return null;
    keys.push(key);
    at += 1 + length;
  }
  return keys.length === 0 ? null : keys;
}

/** Returns false for a key that is no point of the curve. Nodes also take the hybrid form, which is not read here. */
const canBePoint = (key: Uint8Array): boolean =>
  HYBRID.has(key[0] ?? 0) || convertPoint(Uint8Array.from(key), 33) !== null;
const HYBRID: ReadonlySet<number> = new Set([0x06, 0x07]);

const DATA = 'data';

/** Describes the content of a data output: the text of its one push, or its bytes. */
function dataText(script: Uint8Array): string {
  const pushed = script[1] === script.length - 2 ? printableText(script.subarray(2)) : null;
  return pushed === null ? DATA : `the text ${pushed}`;
}
