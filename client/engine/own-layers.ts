import type { AnyRecord } from '../../catalogue/define.ts'
import { ownLayers, type OwnLayers } from '../../catalogue/contract/own-fields.ts'
import { provideOwnDicts } from '../../catalogue/dictionaries/dictionaries.ts'
import { layered } from '../../catalogue/own/layers.ts'
import { dictsOf } from '../../catalogue/own/make-field.ts'
import { typesIn } from '../../catalogue/own/make-type.ts'
import { api } from '../platform/api/api.ts'
import { session } from '../platform/session/session.ts'
import { provideRecords } from './registry.ts'

type Records = Readonly<Record<string, AnyRecord>>

const freshMs = 30_000
let learntAt = -Infinity
let asking: Promise<void> | null = null
let laid = ''

/** Lays what offices add over the declarations of the build, with the types that are a region's own. */
export function layOver(facts: Records, { day, layers }: OwnLayers): Records {
  const out: Record<string, AnyRecord> = { ...facts, ...typesIn(layers, day) }
  for (const [type, own] of Map.groupBy(layers, (one) => one.type)) {
    const shipped = facts[type]
    const asked = new Set(own.filter((one) => one.asked).map((one) => one.no))
    if (shipped) out[type] = layered(shipped, own, ({ no }) => asked.has(no), day)
  }
  return out
}

/**
 * Learns the fields that offices added, at most once in thirty seconds. Never rejects: without an answer the
 * declarations of the build stay, and the server carries what they do not show.
 */
export function learnOwnLayers(facts: Records): Promise<void> {
  // A visitor reads no records, and is told no fields of them.
  if (!session() || Date.now() - learntAt < freshMs) return Promise.resolve()
  asking ??= ask(facts).finally(() => (asking = null))
  return asking
}

async function ask(facts: Records): Promise<void> {
  try {
    const answer = await api.get('/api/v1/own/layer', { schema: ownLayers, background: true })
    learntAt = Date.now()
    const text = JSON.stringify(answer)
    // Pages compare declarations by identity, so that an open form is not drawn anew for the same ones.
    if (text === laid) return
    laid = text
    provideOwnDicts(dictsOf(answer.layers.map(({ body }) => body)))
    provideRecords(layOver(facts, answer))
  } catch {
    return
  }
}

/** Makes what was learnt stale: an office has just published in this browser. */
export function forgetOwnLayers(): void {
  learntAt = -Infinity
}
