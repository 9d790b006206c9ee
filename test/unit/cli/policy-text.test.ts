import { expect, test } from 'vitest';
import { checkFile } from '../../../electron/cli/policy-file.ts';
import { checkText, trialText } from '../../../electron/cli/policy-text.ts';

const checked = (condition: string) => checkText(checkFile({ effect: 'EFFECT_ALLOW', condition })!, 60);

test('a finding stands under its line with a mark', () => {
  expect(checked("wallet.imported &&\n  walet.label == 'a'")).toBe(
    [
      'condition, line 2, column 3',
      "    walet.label == 'a'",
      '    ^^^^^',
      '  The name "walet" is not known here; write wallet.',
      '',
    ].join('\n'),
  );
  expect(checked('wallet.imported')).toBe('No faults.\n');
});

test('a long line is cut around its mark, and a warning is called one', () => {
  const text = checked(`${'wallet.imported && '.repeat(20)}eth.tx.to == 'alice.eth'`);
  const [, line = '', mark = '', words] = text.split('\n');
  expect(line.slice(mark.indexOf('^'), mark.lastIndexOf('^') + 1)).toBe("'alice.eth'");
  expect(line.length).toBeLessThanOrEqual(60);
  expect(words).toMatch(/^ {2}Warning: 'alice.eth' is never equal here/);
});

test('trials that change come first, and the others say so', () => {
  const trial = {
    activityId: 'a',
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    at: 1_763_640_000_000,
    approvers: [{ userId: 'u', name: 'Ada' }],
    before: { outcome: 'allow' as const, by: ['Wallets'] },
    after: { outcome: 'allow' as const, by: ['Wallets'] },
    alone: { outcome: 'OUTCOME_DENY_IMPLICIT' as const, reason: '', refuses: false },
    clauses: [
      {
        part: 'condition' as const,
        number: 1,
        text: 'eth.tx.value <= 5',
        reason: null,
        value: 'absent request content' as const,
      },
    ],
    changes: false,
  };
  const changed = { ...trial, after: { outcome: 'deny' as const, by: ['Draft'] }, changes: true };
  const untried = [{ activityId: 'b', problem: 'The service has no such activity.' }];
  const text = trialText({ policyName: 'Draft', tried: 2, changed: 1, trials: [trial, changed], untried }, 100);
  expect(text).toBe(
    [
      '1 of 2 requests would be decided differently.',
      '',
      'create wallet, 2025-11-20 12:00Z, Ada',
      '  allowed (Wallets), with the policy refused (Draft). Alone: deny implicit.',
      '    condition 1: no such content. eth.tx.value <= 5',
      '',
      'create wallet, 2025-11-20 12:00Z, Ada',
      '  allowed (Wallets), as without the policy. Alone: deny implicit.',
      '    condition 1: no such content. eth.tx.value <= 5',
      '',
      'Not tried: b. The service has no such activity.',
      '',
      'Decided on this computer with today’s people, tags and usage. Nothing was sent or stored.',
      '',
    ].join('\n'),
  );
});
