import { act } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { freshPage, inPage } from '../../../platform/testing/page.tsx'
import { photo, waiting } from '../../testing/award.ts'
import { useUnread } from './use-unread.ts'

freshPage()

/** The observer of the browser, which a document without a screen lacks: the test says what is in view. */
const observers: Observer[] = []
class Observer {
  readonly tell: (entries: readonly object[]) => void
  target: Element | null = null
  constructor(tell: (entries: readonly object[]) => void) {
    this.tell = tell
    observers.push(this)
  }
  observe(element: Element) {
    this.target = element
  }
  disconnect() {
    this.target = null
  }
}
const show = (element: Element, height: number, seen: number) =>
  act(() => {
    for (const one of observers.filter(({ target }) => target === element))
      one.tell([{ intersectionRect: { height: seen }, boundingClientRect: { height } }])
  })
beforeEach(() => {
  observers.length = 0
  vi.stubGlobal('IntersectionObserver', Observer)
  Element.prototype.scrollIntoView = () => undefined
})

const warned = { ...waiting, warnings: [{ field: 'wonOn', message: '早于任教日期' }] }
const box = () => document.body.appendChild(document.createElement('div'))

describe('what of a record was not on the screen yet', () => {
  it('holds a decision back once, names it and opens the first file; the second press decides', () => {
    const { result } = inPage(() => useUnread(warned))
    expect(result.current.words).toBe('1 条校验提示、1 份佐证')
    const opened: string[] = []
    expect(result.current.holdsBack((id) => opened.push(id))).toBe(true)
    expect(opened).toEqual([photo.id])
    expect(result.current.holdsBack((id) => opened.push(id))).toBe(false)
  })

  it('is nothing where there is neither evidence nor warning', () => {
    const { result } = inPage(() => useUnread({ ...waiting, attachments: [] }))
    expect([result.current.words, result.current.holdsBack(() => undefined)]).toEqual(['', false])
  })

  it('is a warning until enough of it was in view', () => {
    const { result } = inPage(() => useUnread({ ...warned, attachments: [] }))
    const place = box()
    act(() => void result.current.warningBox(place))
    show(place, 400, 40)
    expect(result.current.words).toBe('1 条校验提示')
    show(place, 400, 130)
    expect(result.current.words).toBe('')
  })

  it('is not a short warning that is wholly in view', () => {
    const { result } = inPage(() => useUnread({ ...warned, attachments: [] }))
    const place = box()
    act(() => void result.current.warningBox(place))
    show(place, 30, 30)
    expect(result.current.words).toBe('')
  })
})
