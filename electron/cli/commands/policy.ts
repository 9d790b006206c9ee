import { AppError } from '../../../shared/errors/index.ts';
import { type JsonObject, LIMITS } from '../../../shared/model/index.ts';
import {
  checkParameterAddresses,
  checkParameters,
  checkParameterValues,
  EXPRESSION_MEMBERS,
} from '../../../shared/policy-language/index.ts';
import type { CommandContext } from '../context.ts';
import { command } from '../define.ts';
import { EXIT, usage } from '../exit-codes.ts';
import { parseJsonValue, readText } from '../files.ts';
import { helpWidth } from '../layout.ts';
import { type CheckedFile, checkFile, textsOf } from '../policy-file.ts';
import { checkText } from '../policy-text.ts';
import { explain } from './policy-explain.ts';
import { tryPolicy } from './policy-try.ts';

const check = command({
  name: 'policy check',
  summary: 'checks the expressions of policies: syntax, types, and conditions that can never hold; offline',
  arguments: [
    {
      name: 'FILE',
      summary: 'JSON with policies: parameters, requests, activities, or lists of them; - is standard input',
    },
  ],
  options: {
    condition: { hint: 'TEXT', summary: 'a condition or the scope of a session profile' },
    consensus: { hint: 'TEXT', summary: 'a consensus' },
    time: { hint: 'TEXT', summary: 'a time' },
    strict: { flag: true, summary: 'ends with 1 when there are warnings too' },
  },
  notes: [
    'Checks each policy in FILE, at any depth. The member of a finding is its place: parameters.policies[1].condition.',
    'Prints {"ok":true,"findings":[]}, or {"ok":false,"findings":[{"member","part","place","start","end","message"}]} and exits with 1.',
    'The local service refuses expressions with findings.',
    'It accepts expressions with "warnings": clauses that can never be true or always are. It also accepts values such as an address without 0x, and addresses with a wrong checksum.',
  ],
  examples: ['castellan policy check --condition "eth.tx.chain_id == 1"', 'castellan policy check policy.json'],
  async run({ arguments: [file], options: { condition, consensus, time, strict } }, context) {
    const given = Object.entries({ condition, consensus, time }).filter(([, text]) => text !== undefined);
    if ((file === undefined) === (given.length === 0))
      throw usage(
        '`policy check` takes either a file or expressions. Nothing was checked. Give FILE, or at least one of --condition, --consensus and --time.',
      );
    if (given.length > 0 && given.every(([, text]) => text?.trim() === ''))
      throw usage(
        'Each given expression is empty, and a policy without a condition applies to every request. Nothing was checked. Give an expression.',
      );
    const checked = file === undefined ? checkGiven(Object.fromEntries(given)) : await checkNamed(file, context);
    const { findings, warnings } = checked;
    const result = { ok: findings.length === 0, findings, ...(warnings.length > 0 && { warnings }) };
    // Beside JSON, a script gets no text on stderr that it did not get before.
    if (context.json) await context.print(result);
    else await context.print(result, checkText(checked, helpWidth(context.host.terminal.columns)).trimEnd());
    return findings.length === 0 && (!strict || warnings.length === 0) ? undefined : EXIT.failed;
  },
});

export const POLICY_COMMANDS = [check, explain, tryPolicy];

const checkGiven = (parameters: JsonObject): CheckedFile => ({
  findings: checkParameters(parameters),
  warnings: [...checkParameterValues(parameters), ...checkParameterAddresses(parameters)],
  texts: new Map(textsOf(parameters, '')),
});

/** Checks the policies in a file: of a request, an activity, the answer of a service, or a list of them. */
async function checkNamed(file: string, { input }: CommandContext): Promise<CheckedFile> {
  const text = await readText(file, { maximum: LIMITS.body, what: 'The file', input });
  const name = file === '-' ? 'Standard input' : `The file ${file}`;
  const checked = checkFile(parseJsonValue(text, name));
  if (checked !== null) return checked;
  throw new AppError(
    'INVALID_INPUT',
    `${name} holds no policy: it has no ${EXPRESSION_MEMBERS.join(', ')}. Nothing was checked. Give the JSON of create_policy, create_policies or update_policy.`,
  );
}
