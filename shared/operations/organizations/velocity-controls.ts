import Type, { type Static, type TSchema } from 'typebox';
import { VELOCITY_METHODS, VELOCITY_OPERATORS, VELOCITY_SCOPES } from '../../model/enums.ts';
import { PageInfo } from '../chains/fields.ts';
import { activity, policies, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { BytesText, EnumText, Label, PaginationOptions, Text, Timestamp, times, Uuid } from '../fields.ts';

const ActivityFilter = Type.Optional(
  Type.Object(
    {
      activity: Type.Optional(
        Type.Array(
          Type.Object({
            activityType: Type.String({ title: 'Activity type', kind: 'bytes', minLength: 1, maxLength: 128 }),
          }),
          { title: 'Activity', one: 'Activity type', help: 'all types when absent', maxItems: 100 },
        ),
      ),
    },
    { title: 'Filter' },
  ),
);
/** A member without content, whose presence alone counts. */
const Chosen = (title: string) => Type.Optional(Type.Object({}, { title, choice: true }));

const DataSource = Type.Object(
  {
    chainAssetTransfer: Type.Optional(
      Type.Object(
        {
          definition: Type.Array(
            Type.Object({
              caip19: Type.String({ title: 'Asset', kind: 'asset', minLength: 1, maxLength: 256 }),
              decimals: Type.String({
                title: 'Decimals',
                kind: 'amount',
                pattern: '^(0|[1-9][0-9]{0,2})$',
                says: 'a number from 0 to 255, as text',
              }),
            }),
            { title: 'Definition', one: 'Asset', minItems: 1, maxItems: 50 },
          ),
          filter: ActivityFilter,
          phase: Type.Optional(
            Type.Object({ signature: Chosen('Signature'), submission: Chosen('Submission') }, { title: 'Phase' }),
          ),
        },
        { title: 'Chain asset transfer' },
      ),
    ),
    activityExecution: Type.Optional(Type.Object({ filter: ActivityFilter }, { title: 'Activity execution' })),
  },
  { title: 'Data source', help: 'exactly one member' },
);

const aggregation = <Method extends TSchema, Operator extends TSchema>(method: Method, operator: Operator) =>
  Type.Object(
    {
      method,
      operator,
      threshold: Type.String({
        title: 'Threshold',
        kind: 'amount',
        pattern: '^[0-9]{1,38}(\\.[0-9]{1,18})?$',
        says: 'a decimal number of at most 38 digits, 18 of them after the point, as in 10 or 0.5',
      }),
      window: Type.Object(
        {
          rolling: Type.Optional(
            Type.Object(
              {
                duration: Type.String({
                  title: 'Duration in seconds',
                  kind: 'duration',
                  pattern: '^[1-9][0-9]{0,9}$',
                  says: 'a whole number of seconds from 1 to 9999999999, as text',
                }),
              },
              { title: 'Rolling' },
            ),
          ),
          infinite: Chosen('Infinite'),
        },
        { title: 'Window', help: 'exactly one member' },
      ),
      groupBy: Type.Object(
        { organization: Chosen('Organization'), user: Chosen('User'), wallet: Chosen('Wallet details') },
        { title: 'Group by', help: 'exactly one member' },
      ),
    },
    { title: 'Aggregation' },
  );
const Aggregation = aggregation(
  Type.Enum(VELOCITY_METHODS, { title: 'Method' }),
  Type.Enum(VELOCITY_OPERATORS, { title: 'Operator' }),
);

const VelocityControl = Type.Object(
  {
    velocityControlId: BytesText('Velocity control id'),
    organizationId: BytesText('Organization id'),
    name: Text('Name'),
    dataSource: DataSource,
    aggregation: aggregation(EnumText('Method', VELOCITY_METHODS), EnumText('Operator', VELOCITY_OPERATORS)),
    ...times,
    identifier: Text('Identifier'),
  },
  { title: 'Velocity control' },
);
export type VelocityControl = Static<typeof VelocityControl>;
export type VelocityDataSource = Static<typeof DataSource>;
export type VelocityAggregation = Static<typeof Aggregation>;

const exampleControl = {
  name: 'Ether a day',
  dataSource: { chainAssetTransfer: { definition: [{ caip19: 'eip155:1/slip44:60', decimals: '18' }] } },
  aggregation: {
    method: 'VELOCITY_CONTROL_AGGREGATION_METHOD_SUM',
    operator: 'VELOCITY_CONTROL_AGGREGATION_OPERATOR_LESS_THAN_OR_EQUAL',
    threshold: '10',
    window: { rolling: { duration: '86400' } },
    groupBy: { organization: {} },
  },
  identifier: 'ether_a_day',
} as const;
const exampleReply = {
  ...exampleControl,
  dataSource: { chainAssetTransfer: { definition: [{ caip19: 'eip155:1/slip44:60', decimals: '18' }] } },
  velocityControlId: EXAMPLE.policyId,
  organizationId: EXAMPLE.organizationId,
  createdAt: EXAMPLE.timestamp,
  updatedAt: EXAMPLE.timestamp,
};

/** Choice (velocity-policies): policies see velocity controls as a resource of their own. The public documents name none. */
const governed = (action: 'CREATE' | 'DELETE') => policies('VELOCITY_CONTROL', action);

export const createVelocityControl = activity({
  name: 'create_velocity_control',
  title: 'Create velocity control',
  summary: 'Adds a limit over time on transfers or activities, which policies name as controls.identifier.',
  specified: false,
  governed: governed('CREATE'),
  parameters: Type.Object({
    name: Label('Name'),
    dataSource: DataSource,
    aggregation: Aggregation,
    identifier: Type.String({
      title: 'Identifier',
      help: 'policies write controls. before it',
      pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$',
      says: 'letters, digits and _, not a digit first, at most 64 characters',
    }),
  }),
  result: Type.Object({ velocityControlId: BytesText('Velocity control id') }),
  example: {
    parameters: {
      ...exampleControl,
      dataSource: { chainAssetTransfer: { definition: [{ caip19: 'eip155:1/slip44:60', decimals: '18' }] } },
    },
    result: { velocityControlId: EXAMPLE.policyId },
  },
});

export const deleteVelocityControl = activity({
  name: 'delete_velocity_control',
  title: 'Delete velocity control',
  summary: 'Removes a velocity control that no policy names, and its used amount.',
  specified: false,
  governed: governed('DELETE'),
  parameters: Type.Object({ velocityControlId: Uuid('Velocity control id') }),
  result: Type.Object({ velocityControlId: BytesText('Velocity control id') }),
  example: {
    parameters: { velocityControlId: EXAMPLE.policyId },
    result: { velocityControlId: EXAMPLE.policyId },
  },
});

export const getVelocityControl = query({
  name: 'get_velocity_control',
  title: 'Velocity control',
  summary: 'Shows one limit over time of the organization.',
  specified: false,
  request: { velocityControlId: Uuid('Velocity control id') },
  response: Type.Object({ velocityControl: VelocityControl }),
  example: {
    request: { velocityControlId: EXAMPLE.policyId },
    response: { velocityControl: exampleReply },
  },
});

export const listVelocityControls = query({
  name: 'list_velocity_controls',
  title: 'Velocity controls',
  summary: 'Lists the limits over time of the organization.',
  specified: false,
  request: { paginationOptions: Type.Optional(PaginationOptions) },
  response: Type.Object({
    velocityControls: Type.Array(VelocityControl, { title: 'Velocity controls' }),
    pageInfo: PageInfo,
  }),
  example: {
    request: {},
    response: {
      velocityControls: [exampleReply],
      pageInfo: {
        hasNextPage: false,
        hasPreviousPage: false,
        startCursor: EXAMPLE.policyId,
        endCursor: EXAMPLE.policyId,
      },
    },
  },
});

const Amount = (title: string) => Type.String({ title, kind: 'amount' });

/** The used amount of one owner. An absent time or amount is none. */
const VelocityUse = Type.Object(
  {
    identifier: Text('Identifier'),
    name: Text('Name'),
    countedFor: Text('Counted for'),
    used: Amount('Used'),
    limit: Amount('Limit'),
    unit: Text('Unit'),
    remaining: Type.Optional(Amount('Remaining')),
    leavesNext: Type.Optional(Amount('Leaves next')),
    leavesAt: Type.Optional(Timestamp('Leaves at')),
    emptyAt: Type.Optional(Timestamp('Empty at')),
    since: Timestamp('Since'),
    scope: Type.Enum(VELOCITY_SCOPES, { title: 'Scope' }),
    scopeId: Type.Optional(BytesText('Scope id')),
    velocityControlId: BytesText('Velocity control id'),
  },
  { title: 'Use' },
);
export type VelocityUse = Static<typeof VelocityUse>;

/** Choice (velocity-usage): the public interface has no query for used amounts. This one is an addition. */
export const listVelocityUsage = query({
  name: 'list_velocity_usage',
  title: 'Velocity usage',
  summary:
    'Shows the used amount of each limit over time, and when it leaves the window. Only this service has this query.',
  specified: false,
  request: { velocityControlId: Type.Optional(Uuid('Velocity control id')) },
  response: Type.Object({
    velocityUsage: Type.Array(VelocityUse, { title: 'Velocity usage', one: 'Use' }),
    unlisted: Type.Integer({ title: 'Unlisted', help: 'users, wallets and keys beyond the most used', minimum: 0 }),
  }),
  example: {
    request: {},
    response: {
      velocityUsage: [
        {
          identifier: 'ether_a_day',
          name: 'Ether a day',
          countedFor: 'Treasury Ltd',
          used: '4',
          limit: '10',
          unit: 'ETH',
          remaining: '6',
          leavesNext: '4',
          leavesAt: EXAMPLE.timestamp,
          emptyAt: EXAMPLE.timestamp,
          since: EXAMPLE.timestamp,
          scope: 'organization',
          scopeId: EXAMPLE.organizationId,
          velocityControlId: EXAMPLE.policyId,
        },
      ],
      unlisted: 0,
    },
  },
});
