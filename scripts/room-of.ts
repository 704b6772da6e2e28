/**
 * The room of a file: parts of the engine and of the platform are rooms, so is each feature; the app is one.
 * Files outside the server belong to their side (catalogue, client, demo …).
 */
export function roomOf(path: string): string {
  const [side = '', first = '', second = ''] = path.split('/')
  if (side !== 'server') return side
  if (first === 'app' || first === 'main.ts') return 'app'
  return second.endsWith('.ts') || second === '' ? first : `${first}/${second}`
}
