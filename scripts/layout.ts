import { readFileSync } from 'node:fs'
import { format } from 'oxfmt'

/** The text of a file as `npm run format` lays it out. */
export async function laidOut(path: string, text: string): Promise<string> {
  const options = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as Parameters<typeof format>[2]
  return (await format(path, text, options)).code
}
