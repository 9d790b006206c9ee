import Type, { type Static } from 'typebox';
import { ADDRESS_FORMATS, Closed, UUID_PATTERN } from '../../../shared/model/index.ts';

/** The most exports that one list may ask for. Each one has a target key of its own. */
export const MAXIMUM_EXPORTS = 500;

const Address = { address: Type.String({ minLength: 1, maxLength: 512 }), addressFormat: Type.Enum(ADDRESS_FORMATS) };

/**
 * One export to ask for: `of` is the address of an account, or the id of a wallet or a private key. The opened key must
 * have `address`. For a wallet it is the address at `path`.
 */
export const WantedExport = Type.Union([
  Closed({ kind: Type.Literal('account'), of: Address.address, ...Address }),
  Closed({
    kind: Type.Literal('wallet'),
    of: Type.String({ pattern: UUID_PATTERN }),
    path: Type.String({ minLength: 1, maxLength: 256 }),
    ...Address,
  }),
  Closed({ kind: Type.Literal('private key'), of: Type.String({ pattern: UUID_PATTERN }), ...Address }),
]);
export type WantedExport = Static<typeof WantedExport>;

const Target = Closed({
  export: WantedExport,
  /** An uncompressed point of P-256 in lowercase hexadecimal. */
  targetPublicKey: Type.String({ pattern: '^04[0-9a-f]{128}$' }),
});

export const TargetList = Closed({
  organizationId: Type.String({ pattern: UUID_PATTERN }),
  targets: Type.Array(Target, { minItems: 1, maxItems: MAXIMUM_EXPORTS }),
});
/** The exports that an offline machine wants, each with the key that it made for it. */
export type TargetList = Static<typeof TargetList>;

const GatheredExports = Closed({
  list: TargetList,
  /** The bundle of each target in the order of the list. Null where the service gave none. */
  bundles: Type.Array(Type.Union([Type.String({ minLength: 1 }), Type.Null()]), {
    minItems: 1,
    maxItems: MAXIMUM_EXPORTS,
  }),
});

/** A request as `castellan call OPERATION --dry-run` prints it. One to stamp has no stamp in its headers. */
const CarriedRequest = Closed({
  method: Type.Literal('POST'),
  url: Type.String({ minLength: 1, maxLength: 2048 }),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.String({ minLength: 1 }),
});

/** Each kind of container: the schema of its content, its name in a sentence, and its use. */
export const CONTAINER_KINDS = {
  'export-targets': {
    content: TargetList,
    title: 'a list of export targets',
    use: 'Gather its exports with `castellan export gather`.',
  },
  'gathered-exports': {
    content: GatheredExports,
    title: 'gathered exports',
    use: 'Open them with `castellan --offline export open-all`.',
  },
  'request-to-stamp': {
    content: CarriedRequest,
    title: 'a request to stamp',
    use: 'Stamp it with `castellan --offline stamp`.',
  },
  'stamped-request': {
    content: CarriedRequest,
    title: 'a stamped request',
    use: 'Send it with `castellan send`.',
  },
} as const;

export type ContainerKind = keyof typeof CONTAINER_KINDS;
export type ContentOf<Kind extends ContainerKind> = Static<(typeof CONTAINER_KINDS)[Kind]['content']>;
