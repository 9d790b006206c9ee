/** Patterns of values that differ from run to run. Any other `<words>` match a text that begins with them. */
const FORMS: Readonly<Record<string, RegExp>> = {
  '<uuid4>': /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  '<uuid5>': /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  '<uuid7>': /^019660f7-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  '<hex32>': /^[0-9a-f]{64}$/,
  '<compressed>': /^0[23][0-9a-f]{64}$/,
  '<parity>': /^0[01]$/,
  '<der>': /^30[0-9a-f]{60,142}$/,
  '<fingerprint>': /^sha256:[0-9a-f]{64}$/,
  '<ethereum>': /^0x[0-9a-fA-F]{40}$/,
  '<base58>': /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  '<bundle>':
    /^\{"version":"v1\.0\.0","data":"[0-9a-f]+","dataSignature":"30[0-9a-f]+","enclaveQuorumPublic":"04[0-9a-f]{128}"\}$/,
};

/** Every place where a reply differs from the expected one: values, and the names of members in their order. */
export function differences(expected: unknown, actual: unknown, path = ''): string[] {
  if (expected === '<anything>') return [];
  if (typeof expected === 'string' && /^<.+>$/.test(expected)) {
    const form = FORMS[expected];
    const fits =
      typeof actual === 'string' && (form === undefined ? actual.startsWith(expected.slice(1, -1)) : form.test(actual));
    return fits ? [] : [`${path}: ${JSON.stringify(actual)} is no ${expected}`];
  }
  if (typeof expected !== 'object' || expected === null) {
    return Object.is(expected, actual)
      ? []
      : [`${path}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`];
  }
  const names = (value: object) => Object.keys(value).join(' ');
  if (
    typeof actual !== 'object' ||
    actual === null ||
    Array.isArray(expected) !== Array.isArray(actual) ||
    names(actual) !== names(expected)
  ) {
    return [
      `${path}: members ${typeof actual === 'object' && actual !== null ? names(actual) : String(actual)} instead of ${names(expected)}`,
    ];
  }
  return Object.entries(expected).flatMap(([name, value]) =>
    differences(value, (actual as Record<string, unknown>)[name], `${path}/${name}`),
  );
}
