import { AppError } from '../../../shared/errors/index.ts';
import { isJsonObject, type JsonObject, LIMITS } from '../../../shared/model/index.ts';
import type { CommandContext } from '../context.ts';
import { command } from '../define.ts';
import { EXIT, usage } from '../exit-codes.ts';
import { parseJsonValue, readText } from '../files.ts';
import { helpWidth } from '../layout.ts';
import { PROFILE, wholeNumber } from '../options.ts';
import { unwrapped } from '../policy-file.ts';
import { trialText } from '../policy-text.ts';
import { completed, readPolicies } from './policy-explain.ts';

const USUAL_ACTIVITIES = 100;
const MAXIMUM_ACTIVITIES = 1000;
/** Requests after which a line of progress is printed. */
const STEP = 100;

export const tryPolicy = command({
  name: 'policy try',
  summary: 'decides past activities, or a request in a file, with a policy that does not exist yet',
  arguments: [{ name: 'FILE', summary: 'JSON with one policy; - is standard input', required: true }],
  options: {
    activities: {
      hint: 'NUMBER',
      summary: `the newest activities to decide, up to ${MAXIMUM_ACTIVITIES}; ${USUAL_ACTIVITIES} when absent`,
    },
    request: { hint: 'FILE', summary: 'JSON of a request: {"type","parameters","approvers"}; decides only this one' },
    profile: PROFILE,
  },
  notes: [
    'The local service decides each request twice, with the policy and without it. It stores and sends nothing.',
    'An update of a policy takes the place of that policy. `approvers` are user ids, first the proposer; absent, it is you.',
    'People, tags, keys and usage are those of now. The time is that of the activity. MFA policies are left out.',
    'Prints {"policyName","tried","changed","trials":[{"activityId","type","at","approvers","before","after","alone","clauses","changes"}],"untried"}.',
    'Needs a profile of the service inside Castellan. Other services cannot try a policy.',
  ],
  examples: [
    'castellan policy try policy.json --activities 300',
    'castellan policy try policy.json --request request.json',
  ],
  async run({ arguments: [file = ''], options: { activities, request, profile } }, context) {
    if (activities !== undefined && request !== undefined)
      throw usage('`policy try` takes either --activities or --request. Nothing was tried. Give one of them.');
    if (file === '-' && request === '-')
      throw usage('Standard input cannot be both files. Nothing was tried. Give one of them as a file.');
    const wanted = wholeNumber(activities, 'activities', USUAL_ACTIVITIES, MAXIMUM_ACTIVITIES, 1);
    const [written, ...others] = await readPolicies(file, context);
    if (written === undefined || others.length > 0)
      throw new AppError(
        'INVALID_INPUT',
        `The file holds ${others.length + 1} policies. Nothing was tried. Give a file with one.`,
      );
    const composed = request === undefined ? null : await readRequest(request, context);
    const { policyTrials, profiles } = await context.engine();
    const asking = { profile: profiles.get(profile), signal: context.signal };
    const { facts } = await policyTrials.organization(asking);
    const { policyId, ...draft } = completed(written, facts);
    const found = await policyTrials.try(
      { ...draft, policyId: policyId === '' ? null : policyId },
      { activities: composed === null ? wanted : 0, request: composed },
      { ...asking, progress: (done) => void (done % STEP === 0 && context.say(`${done} requests are decided.`)) },
    );
    const untried = found.flatMap((one) => ('problem' in one ? [one] : []));
    const trials = found.flatMap((one) =>
      'problem' in one ? [] : [{ ...one, changes: one.before.outcome !== one.after.outcome }],
    );
    const changed = trials.filter(({ changes }) => changes).length;
    const tried = { policyName: draft.policyName, tried: trials.length, changed, trials, untried };
    await context.print(tried, trialText(tried, helpWidth(context.host.terminal.columns)).trimEnd());
    return composed !== null && trials.length === 0 ? EXIT.failed : undefined;
  },
});

/** Reads a composed request: its type, parameters and approvers, or the body of a stamped request. */
async function readRequest(file: string, { input }: CommandContext) {
  const text = await readText(file, { maximum: LIMITS.body, what: 'The request', input });
  const name = file === '-' ? 'Standard input' : `The file ${file}`;
  const value = unwrapped(parseJsonValue(text, name));
  const why = requestFault(value);
  if (why === null) {
    const { type, parameters, approvers = [] } = value as ComposedRequest;
    return { type, parameters: JSON.stringify(parameters), approvers };
  }
  throw new AppError(
    'INVALID_INPUT',
    `${name} is no request: ${why}. Nothing was tried. Give {"type":"ACTIVITY_TYPE_X","parameters":{…},"approvers":["user id"]}.`,
  );
}

/** A request to try. Without approvers, the operator proposes it. */
interface ComposedRequest {
  readonly type: string;
  readonly parameters: JsonObject;
  readonly approvers?: readonly string[];
}

function requestFault(value: unknown): string | null {
  if (!isJsonObject(value)) return 'it is no JSON object';
  const { type, parameters, approvers = [] } = value;
  if (type === undefined) return 'it has no “type”';
  if (typeof type !== 'string') return 'its “type” is no text';
  if (parameters === undefined) return 'it has no “parameters”';
  if (!isJsonObject(parameters)) return 'its “parameters” are no JSON object';
  const isList = Array.isArray(approvers) && approvers.every((one) => typeof one === 'string');
  return isList ? null : 'its “approvers” are no list of user ids';
}
