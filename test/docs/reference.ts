import {
  memberRows,
  OPERATIONS,
  type Operation,
  type SchemaNode,
  UNIMPLEMENTED,
  UNIMPLEMENTED_TYPES,
} from '../../shared/operations/index.ts';
import { requestOf } from './openapi.ts';

const HEAD = `# Operations

Made from \`shared/operations\`; \`npm run docs\` writes it anew. Every operation is called with
\`castellan call NAME --json '{…}'\`, or by the official SDK. A row marked + is not in the specification, but the public
service has it, except for \`list_outbox\`, \`health\` and \`get_service_status\`. Members that are not named are let through in requests and in replies.
`;

const NOT_IMPLEMENTED = `The official SDK has these operations and activity types as well. This service authenticates the request, then answers HTTP 501 with gRPC code 12
and the reason.`;

const KINDS = [
  ['query', 'Queries'],
  ['activity', 'Activities'],
  ['gateway', 'Gateway'],
  ['discovery', 'Discovery'],
] as const satisfies readonly (readonly [Operation['kind'], string])[];

/** The declarations as a page for people. */
export function reference(): string {
  const operations: readonly Operation[] = Object.values(OPERATIONS);
  const sections = KINDS.flatMap(([kind, title]) => [
    `## ${title}\n`,
    ...operations.filter((operation) => operation.kind === kind).map(sectionOf),
  ]);
  return [HEAD, ...sections, unimplemented()].join('\n');
}

function unimplemented(): string {
  const rows = [
    ...UNIMPLEMENTED.map(({ path, reason }) => `| \`POST ${path}\` | ${reason} |`),
    ...[...UNIMPLEMENTED_TYPES].map(([type, reason]) => `| \`${type}\` | ${reason} |`),
  ];
  return ['## Not implemented', '', NOT_IMPLEMENTED, '', '| operation | reason |', '|---|---|', ...rows, ''].join('\n');
}

function sectionOf(operation: Operation): string {
  const lines = [
    `### ${operation.name}${operation.specified ? '' : ' +'}`,
    '',
    `${operation.summary}`,
    '',
    `\`${operation.method} ${operation.path}\`${riskOf(operation)}`,
    '',
  ];
  if (operation.kind === 'activity') {
    lines.push(
      `Type \`${operation.activityType}\`, intent \`${operation.intentMember}\`, result \`${operation.resultMember}\`.`,
      '',
    );
    lines.push(...tableOf('Parameters', operation.parameters), ...tableOf('Result', operation.result));
  } else {
    if (operation.request !== null) lines.push(...tableOf('Request', operation.request));
    lines.push(...tableOf('Response', operation.response));
  }
  const example = requestOf(operation);
  if (example !== undefined) lines.push('```json', JSON.stringify(example), '```', '');
  return lines.join('\n');
}

function riskOf({ kind, risk }: Operation): string {
  if (risk !== 'secret') return '';
  return kind === 'activity' ? ' · gives out a secret, sealed to the key that was named' : ' · gives out a secret';
}

function tableOf(title: string, schema: SchemaNode): string[] {
  const rows = memberRows(schema, (value) => `\`${value}\``);
  if (rows.length === 0) return [`${title}: no members.`, ''];
  const lines = rows.map((row) => `| \`${row.path}\` | ${row.title} | ${row.type} |`);
  return [`| ${title} | what | type |`, '|---|---|---|', ...lines, ''];
}
