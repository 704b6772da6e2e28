import { z } from 'zod'
import type { Person } from '../../server/app/testing/test-people.ts'

const schema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  anyOf: z
    .array(z.looseObject({ type: z.string().optional(), enum: z.array(z.unknown()).optional() }))
    .optional(),
  default: z.unknown().optional(),
})
const parameter = z.looseObject({ name: z.string(), in: z.string(), schema: schema.optional() })
const description = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ parameters: z.array(parameter).optional() })),
  ),
})

type Parameter = z.output<typeof parameter>

/** A value that the portal may take, so that a call comes as far as its statements. */
function sampleOf({ schema: said = {} }: Parameter): string {
  const [first = said] = said.anyOf ?? []
  const [choice] = first.enum ?? said.enum ?? []
  if (choice !== undefined) return String(choice)
  if (said.default !== undefined && typeof said.default !== 'object') return String(said.default)
  if (first.type === 'integer' || first.type === 'number') return '1'
  if (first.type === 'boolean') return 'true'
  if (said.format === 'date') return '2026-01-01'
  return said.format === 'uuid' ? '00000000-0000-7000-8000-000000000000' : '1'
}

/** A call that reads, with somebody who may ask it. */
export interface Call {
  readonly url: string
  readonly token: string
}

/**
 * Every call of the API's own description that reads and takes parameters, asked by the first of these people
 * whom it does not turn away.
 */
export async function callsWithParameters(
  origin: string,
  people: Readonly<Record<string, Person>>,
): Promise<Call[]> {
  const { paths } = description.parse(await (await fetch(`${origin}/api/docs/json`)).json())
  const calls: Call[] = []
  for (const [path, methods] of Object.entries(paths)) {
    const asked = methods['get']?.parameters ?? []
    const inQuery = asked.filter((one) => one.in === 'query')
    if (inQuery.length === 0) continue
    const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
      const one = asked.find((each) => each.in === 'path' && each.name === name)
      return one ? sampleOf(one) : '1'
    })
    const query = new URLSearchParams(inQuery.map((one): [string, string] => [one.name, sampleOf(one)]))
    const url = `${origin}${filled}?${query.toString()}`
    const token = await whoMay(url, Object.values(people))
    if (token !== null) calls.push({ url, token })
  }
  return calls
}

async function whoMay(url: string, people: readonly Person[]): Promise<string | null> {
  for (const { token } of people) {
    const { status, headers } = await fetch(url, { headers: { token } })
    if (headers.get('content-type')?.includes('event-stream')) return null
    if (![401, 403].includes(status)) return token
  }
  return null
}
