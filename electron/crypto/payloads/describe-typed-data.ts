/** Describes typed data (EIP-712). The rows come from the same walk that hashes. */
import type { ByteRange, DecodedField, PathStep } from '../../../shared/model/index.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import { ethereum as ethereumAddress } from '../addresses/ethereum.ts';
import {
  type ContentMeaning,
  danger,
  information,
  lastDigits,
  placed,
  row,
  solidityKind,
  type TypedMessage,
} from '../meaning.ts';
import { addressText } from '../transactions/ethereum/fields.ts';
import { type EthereumChain, ethereumChain } from '../transactions/ethereum/meaning.ts';
import type { PayloadAround } from './forms/form.ts';
import { type Contents, contentsOf, describePersonal, type NestedMeaning } from './nested.ts';
import { isTaken, isUnlimited, type Row, readPermit } from './permits.ts';
import { DOMAIN_TYPE, formatPath, type HashedTypedData, hashTypedData } from './typed-data/index.ts';
import { createTree } from './typed-data/tree.ts';
import {
  chainFindings,
  chainInSalt,
  domainFindings,
  EIP712,
  guessedRows,
  messageFindings,
  nameFindings,
  saltFinding,
} from './typed-data-findings.ts';

const MAXIMUM_IGNORED = 8;

interface PlacedRow extends Row {
  readonly range: ByteRange | undefined;
}

/**
 * Describes typed data, and the contents of a wrapper of ERC-7739 as what is signed. Throws a `Refusal` for a payload
 * that could not be signed either.
 */
export function describeTypedData(payload: string, around: PayloadAround): ContentMeaning {
  const rows: PlacedRow[] = [];
  const ignored: string[] = [];
  let ignoredCount = 0;
  const tree = createTree();
  const places = createPlaces();
  const hashed = hashTypedData(payload, {
    place: places.add,
    value(path, type, value) {
      tree.add(path, type, value);
      const member = path.findLast((step) => typeof step === 'string') ?? '';
      rows.push({ member: String(member), name: formatPath(path), type, value, range: places.take(path) });
    },
    ignored(path, name) {
      ignoredCount += 1;
      if (ignored.length < MAXIMUM_IGNORED) ignored.push(formatPath([...path, name.slice(0, 64)]));
    },
  });
  const isDomain = ({ name }: Row) => name.startsWith('domain');
  const message = rows.filter((each) => !isDomain(each));
  const ofDomain = rows.filter(isDomain);
  const domain = new Map(ofDomain.map(({ name, value }) => [name.slice('domain.'.length), value]));
  const typedAs = (name: string, type: string) =>
    ofDomain.find((each) => each.name === `domain.${name}` && each.type === type)?.value;
  const [application, version, salt] = ['name', 'version', 'salt'].map((name) => domain.get(name));
  // A member with another type is outside the standard, so its value is neither a chain nor a contract.
  const [verifier, chainId] = [typedAs('verifyingContract', 'address'), typedAs('chainId', 'uint256')];
  const { primaryType, digest, isDomainDerived, isDomainStandard } = hashed;
  const isPlaced = isDomainStandard && verifier !== undefined && chainId === undefined;
  const inSalt = isPlaced ? chainInSalt(salt, verifier) : null;
  const chain = inSalt ?? ethereumChain(chainId === undefined ? null : BigInt(chainId));
  const mark = lastDigits(hexEncode(digest));
  const given = { hashed, message, values: tree.under('message'), chainId, mark };
  const described =
    (isDomainStandard && verifier !== undefined ? describePersonal(given, verifier, around) : null) ??
    describeContents(contentsOf(given), { hashed, domain, verifier, chain, signWith: around.signWith });
  const primary = {
    name: 'primaryType',
    value: primaryType,
    kind: 'text',
    ...placed(places.take(['primaryType'])),
  } as const;
  return {
    title: `EIP-712 typed data: ${described.title}`,
    unexplained: places.left(),
    steps: described.steps,
    summary: [
      ...(application === undefined ? [] : [row('Application', application)]),
      ...(version === undefined ? [] : [row('Version', version)]),
      ...(verifier === undefined ? [] : [row('Contract', verifier, 'address')]),
      row('Chain', chain.name),
      ...(salt === undefined ? [] : [row('Salt', salt, 'hash')]),
      ...described.summary,
    ],
    fields: [
      ...ofDomain.map(field),
      primary,
      ...message.map(field),
      ...described.fields,
      { name: 'digest', value: `0x${hexEncode(digest)}`, kind: 'hash' },
    ],
    findings: [
      ...described.findings,
      ...nameFindings(application, chain.caip2, verifier),
      ...(inSalt === null ? domainFindings(rows) : [saltFinding(inSalt)]),
      ...chainFindings(chain),
      ...(isDomainDerived
        ? [
            information(
              `The types declare no ${DOMAIN_TYPE}, so it was derived from the members of the domain.`,
              EIP712,
            ),
          ]
        : []),
      ...(ignored.length === 0
        ? []
        : [
            danger(
              `Not part of what is signed, because no type declares it: ${ignored.join(', ')}${ignoredCount > ignored.length ? ` and ${ignoredCount - ignored.length} more` : ''}.`,
              {
                ...EIP712,
                mark,
              },
            ),
          ]),
    ],
  };
}

interface Place {
  readonly hashed: HashedTypedData;
  readonly domain: ReadonlyMap<string, string>;
  readonly verifier: string | undefined;
  readonly chain: EthereumChain;
  readonly signWith: string | null | undefined;
}

/** The struct that a rule or a descriptor is to explain, and what the names of its members say. */
function describeContents(contents: Contents, { hashed, domain, verifier, chain, signWith }: Place): NestedMeaning {
  const { type, rows, values, field, account } = contents;
  const permit = readPermit(rows, { chain: chain.caip2, verifyingContract: verifier });
  const step: TypedMessage = {
    family: 'eip712',
    chain: chain.caip2,
    to: verifier ?? null,
    value: null,
    domain,
    isDomainStandard: hashed.isDomainStandard,
    primaryType: type,
    type: hashed.types.encoded(type),
    values,
    field,
    account,
    digest: hexEncode(hashed.digest),
    permit,
    guessed: guessedRows(permit === null ? rows : rows.filter((each) => !isTaken(each))),
    amount: chain.amount,
    address: addressText,
  };
  const found = messageFindings(type, rows, account ?? ethereumAddress.normalize(signWith ?? ''));
  return {
    title: hashed.primaryType === type ? type : `${type} in ${hashed.primaryType}`,
    steps: [step],
    summary: contents.summary,
    fields: [],
    findings: [...contents.findings, ...found.map((each) => ({ ...each, field: contents.fieldOf(each.field) }))],
  };
}

/** Collects the ranges of values. A range that is neither taken nor a declaration of types stays unexplained. */
function createPlaces() {
  const places = new Map<string, ByteRange>();
  // A name that no type can have could hold the line feed. The number of steps separates such a path from all others.
  const keyOf = (path: readonly PathStep[]) => `${path.length}\n${path.join('\n')}`;
  return {
    add(path: readonly PathStep[], range: ByteRange) {
      if (path[0] !== 'types') places.set(keyOf(path), range);
    },
    take(path: readonly PathStep[]): ByteRange | undefined {
      const key = keyOf(path);
      const range = places.get(key);
      places.delete(key);
      return range;
    },
    left: () => [...places.values()],
  };
}

function field(found: PlacedRow): DecodedField {
  const isMaximum = found.type !== 'bool' && isUnlimited(found);
  return {
    name: found.name,
    value: isMaximum ? `${found.value} (unlimited)` : found.value,
    kind: solidityKind(found.type),
    ...placed(found.range),
  };
}
