import Type from 'typebox';
import { query } from './define.ts';
import { EXAMPLE } from './example.ts';

export const whoami = query({
  name: 'whoami',
  title: 'Who am I',
  summary: 'Tells which user and organization the stamping key belongs to.',
  specified: false,
  request: {},
  response: Type.Object({
    organizationId: Type.String(),
    organizationName: Type.String(),
    userId: Type.String(),
    username: Type.String(),
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
