import { isJsonObject, type PathStep } from '../../../shared/model/index.ts';
import { type ActivityOperation, findActivityByType, placeIn } from '../../../shared/operations/index.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** A reply is foreign data: its depth must not stop the window. */
const MAXIMUM_DEPTH = 32;
const TOO_DEEP = 'nested too deeply to show';
/** Longer texts of an activity of an undeclared type stay hidden, because they may be sealed or secret. */
const MAXIMUM_UNDECLARED_TEXT = 256;

/**
 * Returns a copy of a reply that can be shown. In every activity, only the length is shown of the intent's tokens and
 * of the result's members that the declaration calls secret (`secretPaths`).
 */
export function withoutSecrets(reply: unknown): JsonObject {
  const shown = walk(reply, 0, (value) => (isActivity(value) ? withoutResult(value) : value));
  return isJsonObject(shown) ? shown : { reply: shown };
}

/** Copies a value. `change` sees each object before its members. */
function walk(value: unknown, depth: number, change: (value: JsonObject | string) => unknown): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAXIMUM_DEPTH) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item) => walk(item, depth + 1, change));
  const members = Object.entries(change(value as JsonObject) as JsonObject);
  return Object.fromEntries(members.map(([name, member]) => [name, walk(member, depth + 1, change)]));
}

const isActivity = (value: JsonObject | string): value is JsonObject & { readonly type: string } =>
  typeof value === 'object' && typeof value.type === 'string' && isJsonObject(value.intent);

function withoutResult(activity: JsonObject & { readonly type: string }): JsonObject {
  const operation = findActivityByType(activity.type);
  if (operation !== undefined) {
    const paths = operation.secretPaths.map((path) => [operation.resultMember, ...path.split('.')]);
    const intent = isJsonObject(activity.intent) ? activity.intent : {};
    const asked = withoutTokens(intent[operation.intentMember], operation.parameters, []);
    return {
      ...activity,
      intent: { ...intent, ...(asked !== undefined && { [operation.intentMember]: asked }) },
      result: paths.reduce(hide, activity.result),
    };
  }
  const cut = (value: JsonObject | string) =>
    typeof value === 'string' && value.length > MAXIMUM_UNDECLARED_TEXT ? notShown(value) : value;
  return { ...activity, intent: walk(activity.intent, 0, cut), result: walk(activity.result, 0, cut) };
}

/** Parameters without the members that their declaration calls tokens. */
function withoutTokens(
  value: unknown,
  parameters: ActivityOperation['parameters'],
  path: readonly PathStep[],
): unknown {
  if (path.length > MAXIMUM_DEPTH) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item, index) => withoutTokens(item, parameters, [...path, index]));
  if (!isJsonObject(value))
    return path.length > 0 && placeIn(parameters, path).kind === 'token' ? notShown(value) : value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutTokens(member, parameters, [...path, name])]),
  );
}

/** The value with the member at the path hidden. Lists on the way are searched. */
function hide(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return notShown(value);
  if (Array.isArray(value)) return value.map((item) => hide(item, [name, ...rest]));
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return value;
  return { ...value, [name]: hide(value[name], rest) };
}

const notShown = (value: unknown): string =>
  `not shown (${typeof value === 'string' ? value.length : JSON.stringify(value).length} characters)`;
