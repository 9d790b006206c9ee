import { describeBody } from '../../../../electron/vault/describe.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';

/** A message of the type that a rule has, with values by the names of its members. */
export function describeByType(signature: string, domain: object, message: object) {
  const types: Record<string, { name: string; type: string }[]> = {};
  for (const [, name = '', members = ''] of signature.matchAll(/([\w:]+)\(([^)]*)\)/g))
    types[name] = members.split(',').map((member) => {
      const [type = '', called = ''] = member.split(' ');
      return { type, name: called };
    });
  const primaryType = signature.slice(0, signature.indexOf('('));
  const parameters = {
    signWith: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    payload: JSON.stringify({ types, primaryType, domain, message }),
    encoding: 'PAYLOAD_ENCODING_EIP712',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  };
  const body = {
    type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
    timestampMs: '1',
    organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
    parameters,
  };
  return describeBody(utf8Encode(JSON.stringify(body)));
}
