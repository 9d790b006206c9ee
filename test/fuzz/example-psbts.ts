/** PSBTs of both versions that pay, publish and give change, and one that signs a message. */
import { keyScript, networkAddress, type ScriptKind } from '../../electron/crypto/addresses/bitcoin.ts';
import { keyScripts } from '../../electron/crypto/transactions/bitcoin/scripts.ts';
import { utf8Encode } from '../../shared/wire/index.ts';
import {
  type Draft,
  draftOf,
  inputOf,
  messageDraft,
  provenInput,
  publicKey,
  writeDraft,
  writeDraft2,
} from '../unit/crypto/transactions/bitcoin/drafts.ts';

interface Example {
  readonly name: string;
  readonly bytes: string;
  readonly signWith: string;
}

const own = (kind: ScriptKind) => keyScripts(publicKey).own(kind);
const output = (amount: bigint, script: string) => ({ amount, script, fields: new Map<string, string>() });

function example(kind: ScriptKind, write: (draft: Draft) => string, lockTime: number): Example {
  const input = kind === 'P2PKH' ? inputOf(kind, publicKey, 0) : provenInput(kind, publicKey, 0);
  const draft: Draft = {
    ...draftOf([kind], publicKey),
    lockTime,
    global: new Map(),
    inputs: [input],
    outputs: [output(60_000n, `0014${'11'.repeat(20)}`), output(5_000n, '6a0568656c6c6f'), output(30_000n, own(kind))],
  };
  return { name: kind, bytes: write(draft), signWith: networkAddress(keyScript(kind, publicKey), 'MAINNET') };
}

export const PSBTS: readonly Example[] = [
  ...(['P2PKH', 'P2WPKH', 'P2TR'] as const).map((kind) => example(kind, writeDraft, 800_000)),
  { ...example('P2WPKH', writeDraft2, 0), name: 'version 2' },
  {
    ...example('P2WPKH', () => writeDraft(messageDraft(utf8Encode('hello'), own('P2WPKH'))), 0),
    name: 'a message',
  },
];
