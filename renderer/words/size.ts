const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** Returns a number of bytes in its largest unit of 1,000: "980 bytes", "4.1 MB". */
export function byteSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const amount = bytes / 1000 ** power;
  return `${power === 0 ? amount : amount.toFixed(1)} ${UNITS[power]}`;
}
