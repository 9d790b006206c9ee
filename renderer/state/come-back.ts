/** Calls back each time the operator comes back to the window. Returns the function that ends it. */
export function onComeBack(run: () => void): () => void {
  window.addEventListener('focus', run);
  return () => window.removeEventListener('focus', run);
}
