import { expect, it } from 'vitest'
import { freshPage, inPage } from '../../platform/testing/page.tsx'
import { useTellsUnfinished } from './unfinished-once.ts'

freshPage()

/** Three fields of a form: which of them take recordings, and the place of the one that sends. */
interface Fields {
  readonly takes: readonly boolean[]
  readonly sends?: number
}

const form = (props: Fields) =>
  inPage(({ takes, sends }: Fields) => {
    const first = useTellsUnfinished(takes[0] === true, sends === 0)
    const second = useTellsUnfinished(takes[1] === true, sends === 1)
    const third = useTellsUnfinished(takes[2] === true, sends === 2)
    return [first, second, third]
  }, props)

it('of several fields for recordings the first tells of unfinished uploads, and the next one when it goes', () => {
  const { result, rerender } = form({ takes: [false, true, true] })
  expect(result.current).toEqual([false, true, false])
  rerender({ takes: [false, false, true] })
  expect(result.current).toEqual([false, false, true])
})

it('none tells while any of them sends: what is on its way is not unfinished', () => {
  const { result, rerender } = form({ takes: [false, true, true], sends: 2 })
  expect(result.current).toEqual([false, false, false])
  rerender({ takes: [false, true, true] })
  expect(result.current).toEqual([false, true, false])
})
