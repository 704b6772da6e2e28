import { records } from '../../catalogue/records/registry.gen.ts'
import { lazy, useEffect, useState } from 'react'
import { correctableKeys } from '../../catalogue/rules/correctable.ts'
import { provideRecords, provideRecordSlots } from '../engine/registry.ts'
import { dictionariesKnown, learnDictionaries } from '../platform/dictionaries.ts'
import { AntdRoot } from '../ui/look/antd-root.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import type { Page } from './pages.ts'

// The engine knows no record type by itself; it is told here, with its first page, so that sign-in carries
// neither.
provideRecords(records)
provideRecordSlots({
  above: {
    shows: (definition) => correctableKeys(definition).length > 0,
    Part: lazy(async () => ({
      default: (await import('../features/corrections/index.ts')).RecordCorrections,
    })),
  },
})

// Asked for while the page itself is still being fetched.
void learnDictionaries()

/**
 * Longer no page waits for the dictionaries: the catalogue's facts will do, and the server refuses what it
 * does not accept.
 */
const patienceMs = 3_000

/**
 * The first page of the engine waits for what administrators changed in the dictionaries; later ones take
 * what is known and have it renewed for the next. Whoever types in a form keeps those it was opened with.
 */
function useDictionaries(): boolean {
  const [ready, setReady] = useState(dictionariesKnown)
  useEffect(() => {
    const go = () => setReady(true)
    const timer = setTimeout(go, patienceMs)
    void learnDictionaries().then(go)
    return () => clearTimeout(timer)
  }, [])
  return ready
}

/**
 * Stands a page of the engine in the antd theme. Its own module, so that pages without antd never fetch it.
 */
export function inEngineFrame(Inner: Page): Page {
  return function EnginePage({ entry }) {
    const ready = useDictionaries()
    return <AntdRoot>{ready ? <Inner entry={entry} /> : <Skeleton lines={8} />}</AntdRoot>
  }
}
