import { records } from '../../catalogue/records/registry.gen.ts'
import { lazy, useEffect, useState } from 'react'
import { correctableKeys } from '../../catalogue/rules/correctable.ts'
import type { AnyRecord } from '../../catalogue/define.ts'
import { learnOwnLayers } from '../engine/own-layers.ts'
import { provideRecords, provideRecordSlots, type RecordPartProps } from '../engine/registry.ts'
import { session } from '../platform/session/session.ts'
import { dictionariesKnown, learnDictionaries } from '../platform/dictionaries.ts'
import { LibraryFrame } from '../ui/library/control.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import type { Page } from './page-loading.ts'

// The engine knows no record type by itself; it is told here, with its first page, so that sign-in carries
// neither.
provideRecords(records)
const Corrections = lazy(async () => ({
  default: (await import('../features/corrections/index.ts')).RecordCorrections,
}))
const NextStep = lazy(async () => ({ default: (await import('../features/workbench/index.ts')).NextStep }))

/** Whether teachers fill a record of this type in while they build their archive. */
const isBuilt = ({ regime, owner }: AnyRecord) => owner === 'teacher' && regime !== 'recorded'
const isCorrectable = (definition: AnyRecord) => correctableKeys(definition).length > 0

function Above(props: RecordPartProps) {
  return (
    <>
      {isBuilt(props.definition) && session()?.role === 2 && <NextStep definition={props.definition} />}
      {isCorrectable(props.definition) && <Corrections {...props} />}
    </>
  )
}
provideRecordSlots({
  above: { shows: (definition) => isBuilt(definition) || isCorrectable(definition), Part: Above },
})

/** What administrators and offices changed in dictionaries and declarations. */
const learn = () => Promise.all([learnDictionaries(), learnOwnLayers(records)])

// Asked for while the page itself is still being fetched.
void learn()

/**
 * Longer no page waits for the dictionaries: the catalogue's facts will do, and the server refuses what it
 * does not accept.
 */
const patienceMs = 3_000

/**
 * The first page of the engine waits for what was changed in dictionaries and declarations; later ones take
 * what is known and have it renewed for the next. Whoever types in a form keeps those it was opened with.
 */
function useDictionaries(): boolean {
  const [ready, setReady] = useState(dictionariesKnown)
  useEffect(() => {
    const go = () => setReady(true)
    const timer = setTimeout(go, patienceMs)
    void learn().then(go)
    return () => clearTimeout(timer)
  }, [])
  return ready
}

/** Stands a page of the engine in the frame of the component library, which came with it. */
export function inEngineFrame(Inner: Page): Page {
  const Told = inListFrame(Inner)
  return function EnginePage(props) {
    return (
      <LibraryFrame>
        <Told {...props} />
      </LibraryFrame>
    )
  }
}

/** A page whose rows are read before its controls come: each of those stands in a frame of its own. */
export function inListFrame(Inner: Page): Page {
  return function ListPage({ entry }) {
    return useDictionaries() ? <Inner entry={entry} /> : <Skeleton lines={8} />
  }
}
