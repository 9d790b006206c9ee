/**
 * The public registry of ERC-7730 descriptors (CC0) from its package: contracts' own descriptions of their calls and
 * messages.
 */
import interfaces from '../../../../node_modules/micro-eth-signer/clearsig/repo.js?raw';
import registry from '../../../../node_modules/micro-eth-signer/clearsig/repo-full.js?raw';
import { isJsonObject, type JsonObject } from '../../../../shared/model/index.ts';

/**
 * All descriptors by their paths in the registry: `registry/aave/calldata-lpv3.json`. They are read as text, because the
 * package's modules freeze every member when they are loaded, and a vault that only stamps needs none. 15 ms. Here, because no
 * other process should load the text.
 */
export function readRegistry(): ReadonlyMap<string, JsonObject> {
  return new Map([
    ...objectAfter(registry, 'REPOSITORY = '),
    ...objectAfter(interfaces, 'ERCS = /* @__PURE__ */ deepFreeze('),
  ]);
}

/** The members of the JSON object that a line of the module has after `start`. */
function objectAfter(source: string, start: string): [string, JsonObject][] {
  const from = source.indexOf(start) + start.length;
  const line = source.slice(from, source.indexOf('\n', from));
  const value: unknown = JSON.parse(line.slice(0, line.lastIndexOf('}') + 1));
  return Object.entries(isJsonObject(value) ? value : {}).filter((entry): entry is [string, JsonObject] =>
    isJsonObject(entry[1]),
  );
}
