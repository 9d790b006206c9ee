import { hexDecode } from '../../shared/wire/index.ts';

interface Parts {
  readonly r: string;
  readonly s: string;
  readonly v: string;
}

/**
 * Other encodings of a signature, by name: one text of r, s and v as in Ethereum (27 or 28), DER (SEC 1) and base64.
 * None when its scheme was not proven.
 */
export function signatureForms(
  { r, s, v }: Parts,
  scheme: string | null,
): readonly (readonly [name: string, text: string])[] {
  if (scheme === null) return [];
  if (!scheme.startsWith('ECDSA'))
    return [
      ['64 bytes', `${r}${s}`],
      ['Base64', base64Of(`${r}${s}`)],
    ];
  const der = derOf(r, s);
  const whole = `${r}${s}${v === '00' ? '1b' : '1c'}`;
  return [
    ...(scheme === 'ECDSA secp256k1'
      ? [['65 bytes', `0x${whole}`] as const, ['Base64', base64Of(whole)] as const]
      : []),
    ['DER', der],
    ['DER in base64', base64Of(der)],
  ];
}

/** The bytes of hexadecimal text in base64. */
export function base64Of(hex: string): string {
  const bytes = hexDecode(hex.replace(/^0x/, ''));
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function derOf(r: string, s: string): string {
  const content = integerOf(r) + integerOf(s);
  return `30${lengthOf(content)}${content}`;
}

/** Encodes a positive integer without leading zeros, except one before a set first bit. */
function integerOf(hex: string): string {
  const digits = hex.replace(/^(00)+(?=..)/, '');
  const content = Number.parseInt(digits.slice(0, 1), 16) >= 8 ? `00${digits}` : digits;
  return `02${lengthOf(content)}${content}`;
}

const lengthOf = (hex: string) => (hex.length / 2).toString(16).padStart(2, '0');
