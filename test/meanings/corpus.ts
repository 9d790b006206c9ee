import { expect, test } from 'vitest';
import { meaningLines } from '../../electron/cli/meaning-text.ts';
import { openInterfaces } from '../../electron/vault/calls/interfaces.ts';
import { describeBody } from '../../electron/vault/describe.ts';
import type {
  ContractInterface,
  Finding,
  Meaning,
  PayloadEncoding,
  TransactionType,
} from '../../shared/model/index.ts';
import { utf8Encode } from '../../shared/wire/index.ts';

/** The type of an activity and the parameters of its body, to be explained. */
export interface Case {
  readonly type: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The operator's descriptions of contracts. */
  readonly interfaces?: readonly ContractInterface[];
  /** The judgment that it must have. Absent where only the text is reviewed. */
  readonly judged?: Meaning['judged'];
}

/** A case that must be judged so. */
const judgedAs =
  (judged: Meaning['judged']) =>
  (given: Case): Case => ({ ...given, judged });
export const whole = judgedAs('whole');
export const blind = judgedAs('blind');
export const unreadable = judgedAs('unreadable');

/** An unsigned transaction that an address is asked to sign. */
export function transaction(type: TransactionType, unsignedTransaction: string, signWith = 'account'): Case {
  return { type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2', parameters: { signWith, unsignedTransaction, type } };
}

/** A payload that an address is asked to sign. */
export function payload(
  encoding: PayloadEncoding,
  text: string,
  { signWith = 'account', hashFunction = 'HASH_FUNCTION_NO_OP' } = {},
): Case {
  return {
    type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
    parameters: { signWith, payload: text, encoding, hashFunction },
  };
}

/** The ranges that nothing explains, beside entries of a PSBT to which no signature commits (BIP-174). */
const unclaimed = ({ decoded, findings }: Meaning) =>
  findings.some(({ text }) => text.includes('No signature commits to')) ? [] : (decoded?.unexplained ?? []);

/** Marks a finding of an allowance without a limit, whose answer is red. */
const marked = (finding: Finding): Finding =>
  finding.isUnlimited === true ? { ...finding, text: `${finding.text} [no limit]` } : finding;

/**
 * Compares each case under its name, as people read it, with the reviewed text `expected/<kind>.txt`. After a change of
 * words `npm run vitest -- test/meanings -u` writes the texts again. Read them before you keep them.
 */
export function corpus(kind: string, cases: Readonly<Record<string, Case>>): void {
  test(`${kind}: ${Object.keys(cases).length} cases are described as reviewed`, async () => {
    const lines: string[] = [];
    for (const [name, { type, parameters, interfaces = [], judged }] of Object.entries(cases)) {
      const body = JSON.stringify({
        type,
        timestampMs: '1745383555000',
        organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
        parameters,
      });
      const meaning = describeBody(utf8Encode(body), openInterfaces(interfaces));
      if (meaning.judged === 'whole') expect([name, unclaimed(meaning)]).toEqual([name, []]);
      if (judged !== undefined) expect([name, meaning.judged]).toEqual([name, judged]);
      lines.push(`## ${name}`, ...meaningLines({ ...meaning, findings: meaning.findings.map(marked) }), '');
    }
    await expect(lines.join('\n')).toMatchFileSnapshot(`expected/${kind}.txt`);
  });
}
