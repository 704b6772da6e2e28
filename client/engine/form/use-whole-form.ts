import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { FieldFault } from '../../../catalogue/errors.ts'
import { dropDraft, keepDraft } from '../../platform/storage/drafts.ts'
import type { SaverNews, StoredState } from './saver.ts'
import { useSaverOf } from './use-saver.ts'
import { copyOf } from './use-typed-copy.ts'

/** Milliseconds without a change after which a draft is saved. */
const pause = 1_500

export type SaveProgress =
  | { readonly step: 'rest' | 'saving' }
  | { readonly step: 'saved'; readonly at: Date }
  | { readonly step: 'failed'; readonly message: string }
  | { readonly step: 'newer' }

interface SentValue<Value> {
  readonly nothing: boolean
  readonly value: Value
}
interface Answer {
  readonly id: string
  readonly version: number
}

/** Reads and writes of a thing whose value is saved as a whole, and not field by field. */
export interface WholePlace<
  Value extends Readonly<Record<string, unknown>>,
  Detail extends { readonly id: number; readonly version: number },
> {
  /** What the form opens with; null for a new one. */
  readonly opened: Detail | null
  /** The value that an untouched new form has. */
  readonly start: Value
  /** The stored working copy; null where there is none. */
  readonly valueOf: (detail: Detail) => Value | null
  readonly schema: z.ZodType<Value>
  /** Prefix of the copy on this computer. */
  readonly kind: string
  readonly create: (value: Value, idempotencyKey: string) => Promise<Detail>
  readonly write: (id: number, value: Value, version: number) => Promise<Detail>
  readonly read: (id: number) => Promise<Detail>
  /** Gets what the server made of a save. */
  readonly onShown: (detail: Detail) => void
}

const same = (one: object | null, other: object | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
const answerOf = ({ id, version }: { readonly id: number; readonly version: number }): Answer => ({
  id: String(id),
  version,
})

const storedAs = <Value>(
  opened: { readonly id: number; readonly version: number } | null,
  base: Value | null,
): StoredState<Value | null> => ({
  id: opened ? String(opened.id) : null,
  version: opened?.version ?? 0,
  base,
})

function progressOf<Base, Body, View>(news: SaverNews<Base, Body, View>): SaveProgress {
  if (news.type === 'saving') return { step: 'saving' }
  if (news.type === 'newer') return { step: 'newer' }
  if (news.type === 'saved') return { step: 'saved', at: new Date() }
  return { step: 'failed', message: news.message }
}

/**
 * The form of a value that is saved as a whole: by itself when typing pauses, with a copy on this computer
 * until the server has it. A newer version of somebody else is told and not written over.
 */
export function useWholeForm<
  Value extends Readonly<Record<string, unknown>>,
  Detail extends { readonly id: number; readonly version: number },
>({ opened, start, valueOf, schema, kind, create, write, read, onShown }: WholePlace<Value, Detail>) {
  const first = opened && valueOf(opened)
  const [stored, setStored] = useState(() => storedAs(opened, first))
  const key = `${kind}/${opened?.id ?? 'new'}`
  const [typed, setTyped] = useState(() => {
    const copy = copyOf(schema, key)
    return copy?.version === stored.version ? copy.value : (first ?? start)
  })
  const [progress, setProgress] = useState<SaveProgress>({ step: 'rest' })
  const [faults, setFaults] = useState<readonly FieldFault[]>([])
  const shown = (detail: Detail): Answer => {
    onShown(detail)
    return answerOf(detail)
  }
  const save = useSaverOf<Value | null, SentValue<Value>, Answer, Answer & { readonly value: Value | null }>({
    now: () => stored,
    outgoing: ({ base, id }) => ({
      value: typed,
      nothing: same(base, typed) || (id === null && same(typed, start)),
    }),
    create: async ({ value }, idempotencyKey) => shown(await create(value, idempotencyKey)),
    change: async (id, { value }, version) => shown(await write(Number(id), value, version)),
    read: async (id) => {
      const detail = await read(Number(id))
      return { ...answerOf(detail), value: valueOf(detail) }
    },
    isOwn: (view, { body }) => same(view.value, body.value),
    goesTogether: () => false,
    after: (_, { value }) => value,
    tell: (news) => {
      if (news.type === 'saved') setStored(news.stored)
      if (news.type === 'saved' || news.type === 'refused')
        setFaults(news.type === 'refused' ? news.faults : [])
      setProgress(progressOf(news))
    },
  })
  const isDue = !same(typed, stored.base ?? start)
  useEffect(() => {
    if (!isDue) return dropDraft(key)
    keepDraft(key, { ...typed }, stored.version)
    const timer = setTimeout(() => void save(), pause)
    return () => clearTimeout(timer)
  }, [key, typed, stored.version, isDue, save])
  return {
    typed,
    change: (part: Partial<Value>) => setTyped((now) => ({ ...now, ...part })),
    id: stored.id === null ? null : Number(stored.id),
    version: stored.version,
    isDue,
    progress,
    faults,
    save,
  }
}
