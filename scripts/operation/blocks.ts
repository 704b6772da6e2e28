/** The blocks of shell commands of a document, which can be executed from the first to the last. */
export function blocksOf(document: string): string[] {
  return [...document.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
}
