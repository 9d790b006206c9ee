/** The texts of findings, in their order. */
export function textsOf(
  meaning: { readonly findings: readonly { readonly text: string }[] } | null | undefined,
): string[] {
  return (meaning?.findings ?? []).map(({ text }) => text);
}
