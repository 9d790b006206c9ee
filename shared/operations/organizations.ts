import Type from 'typebox';
import { query } from './define.ts';
import { EXAMPLE } from './example.ts';
import { BytesText, Text } from './fields.ts';

export const whoami = query({
  name: 'whoami',
  title: 'Who am I',
  summary: 'Tells which user and organization the stamping key belongs to.',
  specified: false,
  request: {},
  response: Type.Object({
    organizationId: BytesText('Organization id'),
    organizationName: Text('Organization name'),
    userId: BytesText('User id'),
    username: Text('Username'),
  }),
  example: {
    request: {},
    response: {
      organizationId: EXAMPLE.organizationId,
      organizationName: 'Treasury',
      userId: EXAMPLE.userId,
      username: 'Operator',
    },
  },
});
