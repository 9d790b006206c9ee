import { AppError, type ErrorCode, sentence, type Text, term } from '../../../../shared/errors/index.ts';
import { inQuotes } from '../../../../shared/model/index.ts';
import type { Queries } from '../../queries/queries.ts';
import type { Requests } from '../../requests/requests.ts';
import type { Listed } from './ends.ts';

/** Errors of one of the two services. Their sentences name neither the service nor the move. */
const OF_SERVICES: readonly ErrorCode[] = [
  'SERVICE_STOPPED',
  'SERVICE_UNREACHABLE',
  'SERVICE_REFUSED',
  'SERVICE_REPLY_INVALID',
  'TOO_LARGE',
  'CLOCK_SKEW',
];

const changed = (error: unknown, words: (text: Text) => Text): unknown => {
  if (!(error instanceof AppError) || !OF_SERVICES.includes(error.code)) return error;
  const { code, fields, outcome, reference } = error;
  return new AppError(code, words(error.text), { fields, outcome, reference, cause: error });
};

/** The errors whose messages name their profile. */
const NAMED = new WeakSet<AppError>();

/** Returns the message of an error, after the profile that it is about. The profile is named once. */
export const atProfile = (name: string, error: AppError): Text =>
  NAMED.has(error) ? error.text : sentence`At “${name}”: ${error.text}`;

/** Names the profile in an error of its service. Returns every other error unchanged. */
const naming = (name: string, error: unknown): unknown => {
  if (!(error instanceof AppError)) return error;
  const named = changed(error, () => atProfile(name, error));
  if (named instanceof AppError && named !== error) NAMED.add(named);
  return named;
};

/** Names the profile in each error of a service, because two services take part. */
export function namingProfiles({
  queries,
  requests,
}: {
  readonly queries: Pick<Queries, 'ask'>;
  readonly requests: Pick<Requests, 'prepare' | 'submit' | 'settle'>;
}) {
  const ask: Queries['ask'] = async (name, request, asking) => {
    try {
      return await queries.ask(name, request, asking);
    } catch (error) {
      throw naming(asking?.profile?.name ?? '', error);
    }
  };
  const profileOf = new Map<string, string>();
  const named = async <Result>(requestId: string, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      const name = profileOf.get(requestId);
      throw name === undefined ? error : naming(name, error);
    }
  };
  const prepare: Requests['prepare'] = async (operation, parameters, options) => {
    const prepared = await requests.prepare(operation, parameters, options);
    if (options?.profile !== undefined) profileOf.set(prepared.requestId, options.profile.name);
    return prepared;
  };
  return {
    queries: { ask },
    requests: {
      prepare,
      submit: (...given: Parameters<Requests['submit']>) => named(given[0], () => requests.submit(...given)),
      settle: (...given: Parameters<Requests['settle']>) => named(given[0], () => requests.settle(...given)),
    },
  };
}

/** Runs the reads before the first request of a move. An error of a service then says that nothing was moved. */
export async function planning<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw changed(error, (text) => sentence`${text} Nothing was moved.`);
  }
}

/** Moves one object. An error of a service then names the object that is not finished, and how to go on. */
export async function moving<Result>({ kind, name }: Listed, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw changed(
      error,
      (text) =>
        sentence`${text} The move of the ${term(kind)} ${inQuotes(name)} is not finished. Run the same move again to go on.`,
    );
  }
}
