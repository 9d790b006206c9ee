/** The public registry of ERC-7730 descriptors (CC0): contracts' own descriptions of their calls and messages. */
import registry from '../../../../resources/erc7730/registry.txt?raw';
import { isJsonObject, type JsonObject } from '../../../../shared/model/index.ts';

/** The lines of the file: its origin, then a file each, as a path, a tab and JSON. `npm run registry` writes it. */
const [head = '', ...lines] = registry.trimEnd().split('\n');

/** The day of the newest change in the built-in registry: `2026-08-20`. */
export const REGISTRY_DATE = String(objectOf(head).date);

/**
 * All descriptors by their paths in the registry: `registry/aave/calldata-lpv3.json`. 5 ms. Here, because no other
 * process should load the text.
 */
export function readRegistry(): ReadonlyMap<string, JsonObject> {
  return new Map(
    lines.map((line) => {
      const tab = line.indexOf('\t');
      return [line.slice(0, tab), objectOf(line.slice(tab + 1))];
    }),
  );
}

function objectOf(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : {};
}
