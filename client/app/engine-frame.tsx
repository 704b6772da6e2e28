import { records } from '../../catalogue/records/registry.gen.ts'
import { lazy, useEffect, useState } from 'react'
import { correctableKeys } from '../../catalogue/rules/correctable.ts'
import { provideRecords, provideRecordSlots } from '../engine/registry.ts'
import { dictionariesFresh, learnDictionaries } from '../platform/dictionaries.ts'
import { AntdRoot } from '../ui/antd-root.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { Page } from './pages.ts'

// The engine knows no record type by itself; it is told here, with its first page, so that sign-in carries neither.
provideRecords(records)
provideRecordSlots({
  above: {
    shows: (definition) => correctableKeys(definition).length > 0,
    Part: lazy(async () => ({ default: (await import('../features/corrections/index.ts')).RecordCorrections })),
  },
})

/** A page opens with the dictionaries of today; whoever types in one keeps those it was opened with. */
function useDictionaries(): boolean {
  const [ready, setReady] = useState(dictionariesFresh)
  useEffect(() => {
    if (!ready) void learnDictionaries().then(() => setReady(true))
  }, [ready])
  return ready
}

/** Stands a page of the engine in the antd theme. Its own module, so that pages without antd never fetch it. */
export function inEngineFrame(Inner: Page): Page {
  return function EnginePage({ entry }) {
    const ready = useDictionaries()
    return <AntdRoot>{ready ? <Inner entry={entry} /> : <Skeleton lines={8} />}</AntdRoot>
  }
}
