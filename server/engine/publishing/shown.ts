import type { PublicContent } from '../../../catalogue/contract/portal/portal.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { safeUrl } from '../../../catalogue/contents/safe-url.ts'
import { hostsOf, serverKind, type Surroundings } from '../kinds/index.ts'
import { filesOf } from './files.ts'
import type { PublishingNeeds } from './publishing.ts'
import { filesIn, type Value } from './value.ts'

/** A live content as it is read from the database. */
export interface LiveRow {
  readonly id: number
  readonly live: Value
  readonly pinned: boolean
  readonly publish_at: string
  readonly org: string
  readonly phase: string | null
}

/** Live contents of a type as readers see them. */
export async function shown(
  publishing: PublishingNeeds,
  definition: AnyContent,
  rows: readonly LiveRow[],
): Promise<PublicContent[]> {
  const files = await filesOf(
    publishing,
    rows.flatMap(({ live }) => filesIn(definition, live)),
  )
  const around = { files, hosts: await hostsOf(publishing.db) }
  return rows.map(({ id, live, pinned, publish_at, org, phase }) => ({
    ...Object.fromEntries(
      Object.keys(definition.fields).map((key) => [key, valueOf(definition, key, live[key] ?? null, around)]),
    ),
    id,
    is_top: pinned,
    publish_time: publish_at,
    publisher: org,
    words: wordsOf(definition, live),
    phase: phaseIn(definition, phase),
  }))
}

function valueOf(definition: AnyContent, key: string, held: unknown, around: Surroundings): unknown {
  const field = definition.fields[key]
  if (definition.addresses?.includes(key) && typeof held === 'string') {
    const verdict = safeUrl(held, around.hosts)
    return 'fault' in verdict ? null : verdict.href
  }
  return field ? serverKind(field).shown(held, field, around) : held
}

/** Labels of the codes in a value, by field. */
function wordsOf(definition: AnyContent, live: Value): Record<string, string> {
  return Object.fromEntries(
    Object.entries(definition.fields).flatMap(([key, field]) => {
      const labels = serverKind(field).labels?.(live[key] ?? null, field)
      return labels === undefined ? [] : [[key, labels]]
    }),
  )
}

function phaseIn({ happens }: AnyContent, code: string | null): { code: string; label: string } | null {
  const label = Object.entries(happens?.phases ?? {}).find(([key]) => key === code)?.[1]
  return code !== null && label ? { code, label } : null
}
