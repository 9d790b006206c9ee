import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { parseSource, readText, root, type SourceFile, sourcesOf } from '../repository/sources.ts';
import { BITCOINS } from './cases-bitcoin.ts';
import { CHAINS } from './cases-chains.ts';
import { CLIS } from './cases-cli.ts';
import { CRYPTOS } from './cases-crypto.ts';
import { CUSTODIES } from './cases-custody.ts';
import { ENGINES } from './cases-engine.ts';
import { ETHEREUMS } from './cases-ethereum.ts';
import { JSONS } from './cases-json.ts';
import { KEYS } from './cases-keys.ts';
import { LEDGERS } from './cases-ledgers.ts';
import { PASTED } from './cases-pasted.ts';
import { PAYLOADS } from './cases-payloads.ts';
import { POLICIES } from './cases-policy.ts';
import { WIRES } from './cases-wire.ts';

/** Modules that parse external data and give reasons for refusals. */
const PARSERS = [
  'electron/cli/json-loss.ts',
  'electron/cli/private-key.ts',
  'electron/client/reply.ts',
  'electron/client/request.ts',
  'electron/crypto/keystore-file.ts',
  'electron/crypto/passkeys/cbor.ts',
  'electron/crypto/payloads/forms/aptos/transaction.ts',
  'electron/crypto/payloads/forms/bcs.ts',
  'electron/crypto/payloads/forms/off-chain.ts',
  'electron/crypto/payloads/forms/stellar/transaction.ts',
  'electron/crypto/payloads/forms/xrp/transaction.ts',
  'electron/crypto/payloads/forms/sui/transaction.ts',
  'electron/crypto/payloads/forms/ton/cell-reader.ts',
  'electron/crypto/payloads/forms/ton/cells.ts',
  'electron/crypto/payloads/forms/ton/messages.ts',
  'electron/crypto/payloads/forms/ton/values.ts',
  'electron/crypto/payloads/forms/ton/wallets.ts',
  'electron/crypto/transactions/bitcoin/fields.ts',
  'electron/crypto/transactions/bitcoin/numbers.ts',
  'electron/crypto/transactions/bitcoin/psbt.ts',
  'electron/crypto/transactions/bitcoin/transaction.ts',
  'electron/crypto/transactions/byte-reader.ts',
  'electron/crypto/transactions/ethereum/fields.ts',
  'electron/crypto/transactions/ethereum/read.ts',
  'electron/crypto/transactions/ethereum/rlp.ts',
  'electron/crypto/transactions/ethereum/types.ts',
  'electron/crypto/transactions/reading.ts',
  'electron/crypto/transactions/solana/wire.ts',
  'electron/crypto/transactions/tron/protobuf.ts',
  'electron/custody/authentication/oidc.ts',
  'electron/custody/authentication/verification-token.ts',
  'electron/engine/addresses/address-faults.ts',
  'electron/engine/addresses/entries.ts',
  'electron/engine/addresses/files.ts',
  'electron/engine/batches/table.ts',
  'electron/engine/containers/container.ts',
  'electron/engine/containers/frames.ts',
  'electron/engine/exports/report.ts',
  'electron/engine/exports/wanted.ts',
  'electron/engine/requests/carried-file.ts',
  'electron/engine/service/endpoints.ts',
  'electron/engine/webhooks/key-set.ts',
  'electron/engine/webhooks/read-headers.ts',
  'shared/model/descriptor-includes.ts',
  'shared/model/json-fault.ts',
  'shared/model/json.ts',
  'shared/model/payment-uri.ts',
  'shared/operations/check.ts',
  'shared/policy-language/account-values.ts',
  'shared/policy-language/advice.ts',
  'shared/policy-language/check.ts',
  'shared/policy-language/cron-span.ts',
  'shared/policy-language/instant.ts',
  'shared/policy-language/parameters.ts',
  'shared/policy-language/parse.ts',
  'shared/policy-language/tokens.ts',
  'shared/policy-language/values.ts',
  'shared/wire/bundle.ts',
  'shared/wire/encoding.ts',
  'shared/wire/key-faults.ts',
  'shared/wire/key-forms.ts',
  'shared/wire/key-list-faults.ts',
  'shared/wire/stamp.ts',
  'shared/wire/text.ts',
];

/** String literals of these modules that are not error texts or cannot be provoked, each with the reason. */
const NO_TEXTS: Readonly<Record<string, string>> = {
  '-----BEGIN PRIVATE KEY-----': 'a line of PEM',
  '-----BEGIN EC PRIVATE KEY-----': 'a line of PEM',
  ...Object.fromEntries(
    [
      'ENCRYPTED PRIVATE KEY',
      'OPENSSH PRIVATE KEY',
      'RSA PRIVATE KEY',
      'DSA PRIVATE KEY',
      'TENDERMINT PRIVATE KEY',
      'PGP PRIVATE KEY BLOCK',
    ].map((label) => [`${label}-----`, 'a label of PEM']),
  ),
  'end of value': 'a state of the scanner',
  'it cannot be read': 'the scanner and JSON.parse agree on every text',
  'is not as declared': 'no schema has a keyword without a reason of its own',
  'it is JSON but not a list in square brackets': 'a JSON text that begins with a bracket is a list',
  'spends a script of another kind': 'each input of the account has a script of its kinds',
  'does not state the output that it spends': 'the account has only inputs with outputs',
  'The transaction has no input ….': 'a fault of the caller',
  'this digest cannot be signed with it': 'one digest in 2^128',
  'its Taproot tweak leads to no key': 'one key in 2^128',
  'has no associated account for this token': 'one account in 2^255',
  'runs another program': 'a form of ours that names the program of its table',
  'has no signer': 'a payment has a payer, who signs',
  '… has no newest version': 'each earlier version has one',
  'no scheme of …': 'every curve of a key has a scheme',
  'Cancelled after … lines. Nothing was imported.': 'the operator stopped it, and when is not certain',
};

/** Modules that use these parsers and add a name for the input, with the test that provokes the text. */
const THROUGH: Readonly<Record<string, string>> = {
  'electron/cli/commands/call.ts': 'test/unit/cli/call.test.ts',
  'electron/cli/commands/policy.ts': 'test/contract/cli',
  'electron/cli/commands/policy-explain.ts': 'test/contract/cli',
  'electron/cli/commands/policy-try.ts': 'test/contract/cli',
  'electron/cli/commands/webhook.ts': 'test/contract/cli/webhooks.test.ts',
  'electron/cli/commands/interface.ts': 'test/unit/engine/documents/interfaces.test.ts',
  'electron/cli/contents.ts': 'test/unit/cli/inspect.test.ts',
  'electron/cli/files.ts': 'test/unit/cli/json-loss.test.ts',
  'electron/cli/options.ts': 'test/unit/cli/parse.test.ts',
  'electron/cli/policy-file.ts': 'test/contract/cli',
  'electron/cli/release.ts': 'test/unit/cli/verify-download.test.ts',
  'electron/engine/activities/titled-trials.ts': 'test/unit/engine/activities/titled-trials.test.ts',
  'electron/custody/activities/try-policy.ts': 'test/contract/organizations/try-payments.test.ts',
  'electron/custody/authentication/authenticate.ts': 'test/contract/wire/errors.test.ts',
  'electron/custody/handlers/organizations/smart-contract-interfaces.ts': 'test/contract/organizations',
  'electron/custody/handlers/otp/codes.ts': 'test/contract/authentication',
  'electron/custody/webhooks/filters.ts': 'test/unit/parsers/parsers.test.ts',
  'electron/engine/audit/audit-keys.ts': 'test/unit/engine/audit/audit-stores.test.ts',
  'electron/engine/backup/archive.ts': 'test/unit/engine/backup',
  'electron/engine/backup/manifest.ts': 'test/unit/engine/backup',
  'electron/engine/backup/service-changes.ts': 'test/unit/engine/backup/service-changes.test.ts',
  'electron/engine/backup/verify.ts': 'test/unit/engine/backup',
  'electron/engine/flows/bench.ts': 'test/unit/engine/flows/bench.test.ts',
  'electron/engine/log/verify-file.ts': 'test/unit/engine/log/log.test.ts',
  'electron/engine/accounts/wallets.ts': 'test/unit/engine/accounts/wallets.test.ts',
  'electron/engine/activities/requested.ts': 'test/unit/engine/results',
  'electron/engine/verify/verify.ts': 'test/unit/engine/verify',
  'electron/storage/files/state-file.ts': 'test/unit/storage/files/state-file.test.ts',
};

/** The folders whose modules read external data. Each module there that throws a text must be provoked. */
const PARSING = ['electron/crypto/', 'shared/'];

/** Modules of these folders whose thrown texts no external data provokes, with the reason. */
const NO_PARSERS: Readonly<Record<string, string>> = {
  'electron/crypto/abi.ts': 'encodes calls of our own',
  'electron/crypto/curves/libsecp256k1.ts': 'an installation without its library',
  'electron/crypto/native.ts': 'sealed bytes of our own',
  'electron/crypto/transactions/facts/contract-call.ts': 'caught there: policies see a call without arguments',
  'electron/crypto/transactions/facts/program-call.ts': 'caught there: policies see a call without arguments',
  'shared/model/chains.ts': 'a fault of the caller',
  'shared/processes/answer.ts': 'messages between our own processes',
  'shared/processes/approval.ts': 'a number of our own',
  'shared/processes/audit-head.ts': 'a number of our own',
};

const FOLDERS = ['shared/', ...['cli', 'client', 'custody', 'engine', 'storage'].map((name) => `electron/${name}/`)];
const READERS = /\b(?:parseJson|parseJsonObject|parseJsonValue|hexFault|base64urlFault)\(/;

const said = await Promise.all(
  [
    ...WIRES,
    ...JSONS,
    ...POLICIES,
    ...CLIS,
    ...CUSTODIES,
    ...ENGINES,
    ...CRYPTOS,
    ...BITCOINS,
    ...CHAINS,
    ...PASTED,
    ...PAYLOADS,
    ...LEDGERS,
    ...KEYS,
    ...ETHEREUMS,
  ].map(async ({ name, cases }) => ({
    name,
    lines: await Promise.all(cases.map(async (one) => ({ given: one.given, text: await one.said() }))),
  })),
);

const HOLE = '\u0000';

/** The fixed words of a text, with a hole for each inserted value. Null for a node that is not a text. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => HOLE + literal.text).join('');
}

/** A sentence has three words or more. Shorter texts are names, values, and words for insertion. */
const isSentence = (text: string) =>
  text.includes(' ') && (text.replaceAll(HOLE, ' ').match(/[A-Za-z]{2,}/g) ?? []).length >= 3;

function sentencesIn(path: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    const words = textOf(node);
    if (words !== null && isSentence(words)) found.push(words);
    ts.forEachChild(node, visit);
  };
  visit(parseSource(path, text).tree);
  return found;
}

/** The texts of two words or more in `throw` statements. */
function thrownIn({ tree }: SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node, isThrown: boolean) => {
    const isInside = isThrown || ts.isThrowStatement(node);
    const words = isInside ? textOf(node) : null;
    if (words !== null && /[a-z]{2,}[ \0]+[a-z]{2,}/i.test(words)) found.push(words);
    ts.forEachChild(node, (child) => visit(child, isInside));
  };
  visit(tree, false);
  return found;
}

/** True when the text has the fixed words of the sentence in order. Letter case does not count. */
function says(text: string, sentence: string): boolean {
  let at = 0;
  for (const part of sentence.toLowerCase().split(HOLE)) {
    const found = text.toLowerCase().indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return true;
}

const shown = (sentence: string) => sentence.replaceAll(HOLE, '…');
const texts = [...new Set(said.flatMap(({ lines }) => lines.map(({ text }) => text)))];

describe('the messages of parsers', () => {
  it('are reviewed for each input', async () => {
    const written = said.map(
      ({ name, lines }) => `${name}\n${lines.map(({ given, text }) => `  ${given}\n      ${text}`).join('\n')}\n`,
    );
    await expect(written.join('\n')).toMatchFileSnapshot('expected.txt');
  });

  it.for(PARSERS)('each have a test case, for %s', (path) => {
    const sentences = sentencesIn(path, readText(path)).filter((one) => !Object.hasOwn(NO_TEXTS, shown(one)));
    expect(sentences).not.toEqual([]);
    expect(sentences.filter((sentence) => !texts.some((text) => says(text, sentence))).map(shown)).toEqual([]);
  });

  it('are searched in every module that reads text', () => {
    const readers = sourcesOf(...FOLDERS).filter(({ text }) => READERS.test(text));
    const known = [...PARSERS, ...Object.keys(THROUGH)];
    expect(readers.map(({ path }) => path).filter((path) => !known.includes(path))).toEqual([]);
    expect(Object.keys(THROUGH).filter((path) => !readers.some((one) => one.path === path))).toEqual([]);
    expect(Object.values(THROUGH).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('are provoked in every module of the parsing folders that throws a text', () => {
    const throwing = sourcesOf(...PARSING).filter((source) => thrownIn(source).length > 0);
    expect(throwing.length).toBeGreaterThan(60);
    const missing = throwing.flatMap((source) =>
      Object.hasOwn(NO_PARSERS, source.path)
        ? []
        : thrownIn(source)
            .filter((text) => !Object.hasOwn(NO_TEXTS, shown(text)) && !texts.some((each) => says(each, text)))
            .map((text) => `${source.path}: ${shown(text)}`),
    );
    expect(missing).toEqual([]);
    expect(Object.keys(NO_PARSERS).filter((path) => !throwing.some((source) => source.path === path))).toEqual([]);
  });

  it('are found when a parser gets a new one', () => {
    const template = ['const other = `$', '{a} was not $', '{b} here before`;'].join('');
    const sample = `throw new Error('this is a new text');\n${template}\nlet x = 'two words';`;
    expect(sentencesIn('shared/sample.ts', sample).map(shown)).toEqual([
      'this is a new text',
      '… was not … here before',
    ]);
    const thrown = "throw new Refusal('payload', 'is zero', 'units'); const other = 'a new text'; throw refused(a);";
    expect(thrownIn(parseSource('shared/sample.ts', thrown))).toEqual(['is zero']);
    expect(says('It was not so HERE before', `it was not ${HOLE} here`)).toBe(true);
    expect(says('here was not so', `it was not ${HOLE} here`)).toBe(false);
  });

  it('are sentences without regular expressions, JSON pointers and unfilled placeholders', () => {
    for (const text of texts) {
      expect(text).not.toMatch(/\[0-9]-|\^\[|\]\$|\\d|undefined:|\[object /);
      expect(text.replaceAll(/https?:\/\/\S*/g, '')).not.toMatch(/(^|\s)\/[a-z]+\/\d/);
    }
  });
});
