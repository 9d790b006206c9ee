import { describe, expect, it } from 'vitest';
import { BRIDGE_NAME, CHANNELS, TRUSTED_CHANNELS } from '../../../shared/ipc/index.ts';
import {
  anyTypes,
  chainTexts,
  type Detector,
  hiddenLoads,
  importedNames,
  memberUses,
  methodCalls,
  silencedTypes,
  strings,
  uses,
} from './detectors.ts';
import { isIn, PRODUCT, parseSource, type SourceFile, sourcesOf } from './sources.ts';

const everything = sourcesOf(...PRODUCT, 'scripts/', 'test/', 'electron.vite.config.ts');
const product = everything.filter(({ path }) => isIn(path, ...PRODUCT));

const found = (sources: readonly SourceFile[], detect: Detector): string[] => sources.flatMap(detect);
const files = (places: readonly string[]): string[] => [
  ...new Set(places.map((place) => place.slice(0, place.lastIndexOf(':')))),
];
const in_ = (text: string, path = 'shared/sample.ts') => parseSource(path, text);

/** The only files that write to the terminal, with the kind of output. All other output goes to the log. */
const WRITES_TO_TERMINAL: Readonly<Record<string, string>> = {
  'electron/custody/index.ts': 'reports that main reads and puts into the log, redacted',
  'electron/main/command-line.ts': 'what the command line prints',
  'electron/main/index.ts': 'what stops the program before there is a window',
};

const channelNames: readonly string[] = [...Object.values(CHANNELS), ...Object.values(TRUSTED_CHANNELS)];
/** True for a channel, or for the beginning of one that is made at run time. */
const isChannel = (text: string): boolean => channelNames.includes(text) || text === `${BRIDGE_NAME}:`;

/**
 * The cryptography that main and the command line may call: digests, randomness, and checks that need public keys only.
 * Signing, decrypting and deriving happen in the vault and in custody.
 */
const KEYLESS_PLACES = ['electron/main/', 'electron/engine/', 'electron/cli/', 'electron/storage/', 'electron/client/'];
const KEYLESS: Readonly<Record<string, readonly string[]>> = {
  'node:crypto': ['createHash', 'createHmac', 'randomBytes', 'randomUUID', 'timingSafeEqual', 'X509Certificate'],
  'crypto/index.ts': [
    'ADDRESS_TABLE',
    'addressOf',
    'accountNonce',
    'bitcoinAddressFacts',
    'bitcoinReplacementRates',
    'care',
    'challengeOf',
    'checkExportBundle',
    'danger',
    'information',
    'ed25519Verify',
    'ethereumReplacementFees',
    'findFormatsOf',
    'keyOfAddress',
    'parsePath',
    'p256Convert',
    'p256Uncompress',
    'p256Verify',
    'outbids',
    'readAttestation',
    'readMinisignKey',
    'readMinisignSignature',
    'readPrevious',
    'readSendingBitcoin',
    'readSignedEthereum',
    'readSignedIdentity',
    'requireOwnPage',
    'requireRecipients',
    'rpIdHashOf',
    'verifyStamp',
    'recoverRawPayloadSigner',
    'recoverTransactionSigner',
    'requirePublicKey',
    'Refusal',
    'sameAddress',
    'isUnowned',
    'isUtf8',
    'sha256',
    'statedOutpoints',
    'tempoNonce',
    'assetsText',
    'tokenOf',
    'TOKEN_PROGRAM_ADDRESSES',
    'usualTokenAccount',
    'knownAsset',
    'unitOf',
    'hasKey',
    'tokensOf',
    'verifyAssertion',
    'verifyMinisign',
    'verifyRawPayload',
    'verifyTransaction',
    'misspelling',
  ],
};

describe('the code keeps its budgets', () => {
  it('never uses the type any', () => expect(found(everything, anyTypes)).toEqual([]));

  it('never silences the type checker', () => expect(found(everything, silencedTypes)).toEqual([]));

  it('never writes to the console, and to the terminal only in designated files', () => {
    expect(found(product, uses('console'))).toEqual([]);
    const streams = ['stdout', 'stderr'].flatMap((stream) => found(product, memberUses('process', stream)));
    expect(files(streams).toSorted()).toEqual(Object.keys(WRITES_TO_TERMINAL));
  });

  it.for([
    ['ipcMain', ['electron/main/ipc/bind.ts']],
    ['ipcRenderer', ['electron/preload/index.ts', 'electron/preload/passkey.ts', 'electron/preload/trusted.ts']],
  ] as const)('names %s in one file for each page', ([name, places]) => {
    expect(files(found(product, uses(name)))).toEqual(places);
  });

  it('uses the bridge in one file of the page', () => {
    expect(files(found(product, memberUses('window', BRIDGE_NAME)))).toEqual(['renderer/bridge.ts']);
  });

  it('spells channel names only in shared/ipc', () => {
    const places = files(found(product, strings(isChannel)));
    expect(places).toEqual(['shared/ipc/bridge.ts', 'shared/ipc/trusted-bridge.ts']);
  });

  it('mints approvals in one file', () => {
    expect(files(found(product, methodCalls('mint')))).toHaveLength(1);
  });

  it('names keytar in one file, however it is loaded', () => {
    expect(
      files(
        found(
          product,
          strings((text) => text === 'keytar'),
        ),
      ),
    ).toHaveLength(1);
  });

  it('loads modules invisibly to the import rules only where it loads its own built files', () => {
    expect(files(found(product, hiddenLoads))).toEqual(['electron/main/bundle/bundle.ts']);
  });

  it('decides by the text of a CAIP-2 name only where chains are declared', () => {
    expect(files(found(product, chainTexts))).toEqual(['shared/model/chains.ts']);
  });

  it('draws the inputs of tests from one seed', () => {
    const drawing = everything.filter(
      ({ path, text }) => isIn(path, 'test/') && /^import .*from 'fast-check';$/m.test(text),
    );
    const seeded = drawing.filter(({ text }) => /^import (?:.* from )?'[./]*(?:fuzz\/)?seed\.ts';$/m.test(text));
    expect(drawing.filter((file) => !seeded.includes(file)).map(({ path }) => path)).toEqual(['test/fuzz/seed.ts']);
  });

  it('takes no randomness from Math.random', () => expect(found(product, memberUses('Math', 'random'))).toEqual([]));

  it.for(Object.entries(KEYLESS))(
    'lets main and the command line use only keyless functions of %s',
    ([module, allowed]) => {
      const outside = product.filter(({ path }) => isIn(path, ...KEYLESS_PLACES));
      const names = outside.flatMap((source) => importedNames(source, (name) => name.endsWith(module)));
      expect(names).not.toEqual([]);
      expect([...new Set(names)].filter((name) => !allowed.includes(name))).toEqual([]);
    },
  );
});

describe('the detectors find', () => {
  it('decisions by the text of a CAIP-2 name, but not whole names, links or other texts', () => {
    const decisions = [
      "chain.startsWith('solana:');",
      "chain.slice('eip155:'.length);",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source’s text
      'const name = `eip155:${id}`;',
      "String(parameters.chain).replace(/^eip155:/, '');",
      "row.caip2.split(':');",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source’s text
      'caip19.startsWith(`${chain}/`);',
    ];
    expect(new Set(chainTexts(in_(decisions.join('\n')))).size).toBe(decisions.length);
    const others = ["const chain = 'eip155:1';", "text.split(':');", 'const link = /^solana:/i;'];
    expect(chainTexts(in_(others.join('\n')))).toEqual([]);
  });

  it('any', () => {
    expect(anyTypes(in_('let a: any;\nlet b = a as any;\nlet c: Array<any>;\n// any\nlet any = 1;'))).toEqual([
      'shared/sample.ts:1',
      'shared/sample.ts:2',
      'shared/sample.ts:3',
    ]);
  });

  it('names used, but not members of that name', () => {
    expect(
      uses('console')(in_('console.log(1);\nconst { log } = console;\nport.console;\nconst x = { console: 1 };')),
    ).toEqual(['shared/sample.ts:1', 'shared/sample.ts:2']);
    expect(memberUses('Math', 'random')(in_('Math.random();\nMath.max(1);'))).toEqual(['shared/sample.ts:1']);
  });

  it('calls of a method', () => {
    expect(methodCalls('mint')(in_('a.b.mint(1);\nmint(2);\nconst { mint } = a;'))).toEqual(['shared/sample.ts:1']);
  });

  it('strings, in templates and imports too', () => {
    const sample = in_(
      [
        'send("castellan:call");',
        ['send(`castellan:$', '{name}`);'].join(''),
        "import 'castellan:job';",
        'send("castellan: no");',
      ].join('\n'),
    );
    expect(strings(isChannel)(sample)).toEqual(['shared/sample.ts:1', 'shared/sample.ts:2', 'shared/sample.ts:3']);
  });

  it('hidden loads', () => {
    const sample = in_(
      "await import('a');\nawait import(name);\nrequire('b');\nimport { createRequire } from 'node:module';\nhost.require('c');",
    );
    expect(hiddenLoads(sample)).toEqual(['shared/sample.ts:2', 'shared/sample.ts:3', 'shared/sample.ts:4']);
  });

  it('silenced types', () =>
    expect(silencedTypes(in_('// @ts-' + 'ignore\nlet a = 1;'))).toEqual(['shared/sample.ts:1']));

  it('imported names, without types', () => {
    const sample = in_(
      "import { sign as s, type Key, verify } from './m.ts';\nimport type { T } from './m.ts';\nimport * as all from './m.ts';\nexport { x } from './m.ts';",
    );
    expect(importedNames(sample, (name) => name === './m.ts')).toEqual(['sign', 'verify', '*', '*']);
  });
});
