import Type from 'typebox';
import { EXAMPLE } from '../example.ts';
import { IdTexts, Uuid } from '../fields.ts';
import { createPrivateKeys } from '../keys/private-keys.ts';
import { signRawPayload, signTransaction } from '../keys/signing.ts';
import { earlier, same } from './define.ts';

export const createPrivateKeysV1 = earlier(createPrivateKeys, {
  name: 'create_private_keys_v1',
  parameters: createPrivateKeys.parameters,
  result: Type.Object({ privateKeyIds: IdTexts('Private key ids') }),
  becomes: same,
  gives: ({ privateKeys }) => ({ privateKeyIds: privateKeys.map(({ privateKeyId = '' }) => privateKeyId) }),
  example: { ...createPrivateKeys.example, result: { privateKeyIds: [EXAMPLE.privateKeyId] } },
});

const privateKeyId = Uuid('Private key id');

const { signWith: _payloadSigner, ...payloadMembers } = signRawPayload.parameters.properties;
const { signWith: _payloadAccount, ...examplePayload } = signRawPayload.example.parameters;

export const signRawPayloadV1 = earlier(signRawPayload, {
  name: 'sign_raw_payload_v1',
  parameters: Type.Object({ privateKeyId, ...payloadMembers }),
  result: signRawPayload.result,
  signWith: 'privateKeyId',
  becomes: ({ privateKeyId, ...others }) => ({ signWith: privateKeyId, ...others }),
  gives: same,
  example: {
    parameters: { privateKeyId: EXAMPLE.privateKeyId, ...examplePayload },
    result: signRawPayload.example.result,
  },
});

const { signWith: _transactionSigner, ...transactionMembers } = signTransaction.parameters.properties;
const { signWith: _transactionAccount, ...exampleTransaction } = signTransaction.example.parameters;

export const signTransactionV1 = earlier(signTransaction, {
  name: 'sign_transaction_v1',
  parameters: Type.Object({ privateKeyId, ...transactionMembers }),
  result: signTransaction.result,
  signWith: 'privateKeyId',
  becomes: ({ privateKeyId, ...others }) => ({ signWith: privateKeyId, ...others }),
  gives: same,
  example: {
    parameters: { privateKeyId: EXAMPLE.privateKeyId, ...exampleTransaction },
    result: signTransaction.example.result,
  },
});
