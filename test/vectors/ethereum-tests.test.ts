import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { addressOf } from '../../../../../electron/crypto/index.ts';
import { transactionMismatch } from '../../../../../electron/crypto/transactions/errors.ts';
import { ethereum } from '../../../../../electron/crypto/transactions/ethereum/index.ts';
import { preimageOf, readSigned } from '../../../../../electron/crypto/transactions/ethereum/read.ts';
import { recoverSigner, signedBytes } from '../../../../../electron/crypto/transactions/ethereum/signature.ts';
import { hexEncode } from '../../../../../shared/wire/index.ts';
import { outcome } from '../../../../fuzz/only-app-errors.ts';
import { corpusTitle, hasCorpus, readCorpus } from '../../../../vectors/corpora.ts';

interface Result {
  readonly exception?: string;
  readonly sender?: string;
  readonly hash?: string;
}

interface Case {
  readonly result: Readonly<Record<string, Result>>;
  readonly txbytes: string;
}

/** Newest first; each case is judged by the newest fork it knows. */
const FORKS = ['Cancun', 'Shanghai', 'Paris', 'London'];

/** What depends on a chain's price list and not on the transaction: a warning at most, never a refusal to sign. */
const RULES_OF_A_CHAIN = ['TransactionException.INTRINSIC_GAS_TOO_LOW', 'TransactionException.INITCODE_SIZE_EXCEEDED'];

const ROOT = 'ethereum/TransactionTests';

function readCases(): { name: string; bytes: string; result: Result }[] {
  if (!hasCorpus(ROOT)) return [];
  const beside = fileURLToPath(new URL('../../../../../../shared/corpora', import.meta.url));
  const folder = `${process.env.CASTELLAN_CORPORA ?? beside}/${ROOT}`;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  return files.toSorted().flatMap((file) =>
    Object.entries(readCorpus<Record<string, Case>>(`${ROOT}/${file}`)).map(([name, { result, txbytes }]) => {
      const fork = FORKS.find((candidate) => candidate in result) ?? '';
      return { name: `${file} ${name}`, bytes: txbytes, result: result[fork] ?? {} };
    }),
  );
}

/** What the verifying side finds when a transaction of the main chain was asked for. Throws what it refuses. */
function check(text: string) {
  const bytes = signedBytes(text);
  const read = readSigned(bytes, transactionMismatch, null);
  const { publicKey } = recoverSigner(preimageOf(read), read.signature);
  const asked = { ...read, legacyChainId: read.legacyChainId === null ? null : 1n };
  const signer = { curve: 'CURVE_SECP256K1', publicKey, addressFormats: [] } as const;
  const proof = ethereum.verify(hexEncode(preimageOf(asked)), text, signer);
  return { sender: addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey).toLowerCase(), hash: proof.transactionId };
}

const cases = readCases();
const accepted = cases.filter(({ result }) => result.exception === undefined);
const overlooked = cases.filter(({ result }) => RULES_OF_A_CHAIN.includes(result.exception ?? ''));
const refused = cases.filter((each) => !accepted.includes(each) && !overlooked.includes(each));

describe(corpusTitle('ethereum/tests TransactionTests', ROOT), () => {
  test.runIf(cases.length > 0)('are all judged', () => {
    expect([cases.length, accepted.length, refused.length, overlooked.length]).toEqual([210, 50, 154, 6]);
  });

  test.each(accepted)('$name has its sender and its hash', ({ bytes, result: { sender, hash } }) => {
    expect(check(bytes)).toEqual({ sender, hash });
  });

  test.each(refused)('$name is refused: $result.exception', ({ bytes }) => {
    expect(outcome(() => check(bytes))).toHaveProperty('error');
  });

  test.each(overlooked)('$name is a rule of a chain and no fault: $result.exception', ({ bytes }) => {
    expect(outcome(() => check(bytes))).toHaveProperty('value');
  });
});
