/** Inputs of one parser, with the reply to each. */
export interface Group {
  readonly name: string;
  readonly cases: readonly { readonly given: string; readonly said: () => Promise<string> }[];
}

/** The longest input that is written out whole beside its text. */
const MAXIMUM_GIVEN = 90;

/** Makes cases of inputs. @param read Returns the parser's reply to an input, or throws it, at once or later. */
export function group<Given>(name: string, read: (given: Given) => unknown, givens: readonly Given[]): Group {
  return {
    name,
    cases: givens.map((given) => ({
      given: short(JSON.stringify(given) ?? String(given)),
      said: async () => {
        try {
          return String(await read(given));
        } catch (error) {
          return (error as Error).message;
        }
      },
    })),
  };
}

/** Makes cases of inputs that are too long to be read, named by what is wrong in each. */
export function named<Given>(
  name: string,
  read: (given: Given) => unknown,
  givens: Readonly<Record<string, Given>>,
): Group {
  return group(name, (key: string) => read(givens[key] as Given), Object.keys(givens));
}

const short = (text: string) => {
  const visible = text.replaceAll(/[^ \p{L}\p{N}\p{P}\p{S}]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);
  return visible.length > MAXIMUM_GIVEN ? `${visible.slice(0, MAXIMUM_GIVEN)}…` : visible;
};
