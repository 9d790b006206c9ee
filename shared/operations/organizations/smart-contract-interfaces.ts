import Type, { type Static } from 'typebox';
import { SMART_CONTRACT_INTERFACE_TYPES } from '../../model/enums.ts';
import { activity, policies, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { AddressText, BytesText, EnumText, Label, Text, Timestamp, Uuid } from '../fields.ts';

const SmartContractInterface = Type.Object(
  {
    organizationId: BytesText('Organization id'),
    smartContractInterfaceId: BytesText('Smart contract interface id'),
    smartContractAddress: AddressText('Smart contract address'),
    smartContractInterface: Text('Smart contract interface'),
    type: EnumText('Type', SMART_CONTRACT_INTERFACE_TYPES),
    label: Text('Label'),
    notes: Text('Notes'),
    createdAt: Timestamp('Created at'),
    updatedAt: Timestamp('Updated at'),
  },
  { title: 'Smart contract interface' },
);
export type SmartContractInterface = Static<typeof SmartContractInterface>;

const id = { smartContractInterfaceId: BytesText('Smart contract interface id') };
const named = { smartContractInterfaceId: Uuid('Smart contract interface id') };
const parameters = {
  smartContractAddress: EXAMPLE.address,
  smartContractInterface: '[{"type":"function","name":"pause","inputs":[],"outputs":[]}]',
  type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
  label: 'Treasury contract',
  notes: '',
} as const;
const exampleId = { smartContractInterfaceId: EXAMPLE.smartContractInterfaceId };
const example = {
  ...parameters,
  ...exampleId,
  organizationId: EXAMPLE.organizationId,
  createdAt: EXAMPLE.timestamp,
  updatedAt: EXAMPLE.timestamp,
};

export const createSmartContractInterface = activity({
  name: 'create_smart_contract_interface',
  title: 'Create smart contract interface',
  summary: 'Stores the ABI or IDL of a contract.',
  specified: false,
  governed: policies('SMART_CONTRACT_INTERFACE', 'CREATE'),
  parameters: Type.Object({
    smartContractAddress: Type.String({
      title: 'Smart contract address',
      kind: 'address',
      minLength: 1,
      maxLength: 255,
    }),
    smartContractInterface: Type.String({
      title: 'Smart contract interface',
      help: 'JSON: the ABI of an Ethereum contract, or the IDL of a Solana program',
      minLength: 1,
      maxLength: 400_000,
    }),
    type: Type.Enum(SMART_CONTRACT_INTERFACE_TYPES, { title: 'Type' }),
    label: Label('Label'),
    notes: Type.Optional(Type.String({ title: 'Notes', maxLength: 10_000 })),
  }),
  result: Type.Object(id),
  example: { parameters, result: exampleId },
});

export const deleteSmartContractInterface = activity({
  name: 'delete_smart_contract_interface',
  title: 'Delete smart contract interface',
  summary: 'Deletes the ABI or IDL of a contract.',
  specified: false,
  governed: policies('SMART_CONTRACT_INTERFACE', 'DELETE'),
  parameters: Type.Object(named),
  result: Type.Object(id),
  example: { parameters: exampleId, result: exampleId },
});

export const getSmartContractInterface = query({
  name: 'get_smart_contract_interface',
  title: 'Smart contract interface',
  summary: 'Shows the ABI or IDL of a contract.',
  specified: false,
  request: named,
  response: Type.Object({ smartContractInterface: SmartContractInterface }),
  example: { request: exampleId, response: { smartContractInterface: example } },
});

export const listSmartContractInterfaces = query({
  name: 'list_smart_contract_interfaces',
  title: 'Smart contract interfaces',
  summary: 'Lists the ABIs and IDLs of the organization.',
  specified: false,
  request: {},
  response: Type.Object({
    smartContractInterfaces: Type.Array(SmartContractInterface, { title: 'Smart contract interfaces' }),
  }),
  example: { request: {}, response: { smartContractInterfaces: [example] } },
});
