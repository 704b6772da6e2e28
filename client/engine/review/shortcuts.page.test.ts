import { act } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { freshPage, inPage, lastNotice } from '../../platform/testing/page.tsx'
import { useEarlyDigits, useEarlyLetters, useShortcuts } from './shortcuts.ts'

freshPage()
afterEach(() => vi.restoreAllMocks())

/** Presses a key; answers whether the browser would go on with it. */
function press(key: string, init: KeyboardEventInit = {}, target: EventTarget = document.body): boolean {
  let goesOn = true
  act(() => {
    goesOn = target.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
    )
  })
  return goesOn
}

describe('a key of a page', () => {
  it('acts, small or capital, and the browser does nothing else with it', () => {
    const pass = vi.fn()
    inPage(() => useShortcuts({ A: pass }))
    const goesOn = press('a')
    press('A', { shiftKey: true })
    press('b')
    expect(pass).toHaveBeenCalledTimes(2)
    expect(goesOn).toBe(false)
  })

  it.each([{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { repeat: true }, { isComposing: true }])(
    'is the browser’s or the input method’s with %o',
    (init) => {
      const pass = vi.fn()
      inPage(() => useShortcuts({ A: pass }))
      press('a', init)
      expect(pass).not.toHaveBeenCalled()
    },
  )

  it('is a letter where somebody types, not where they tick', () => {
    const pass = vi.fn()
    inPage(() => useShortcuts({ A: pass }))
    const field = (markup: string) => {
      document.body.insertAdjacentHTML('beforeend', markup)
      return document.body.lastElementChild as HTMLElement
    }
    for (const markup of [
      '<input>',
      '<textarea></textarea>',
      '<select></select>',
      '<div role="combobox"></div>',
    ])
      press('a', {}, field(markup))
    expect(pass).not.toHaveBeenCalled()
    press('a', {}, field('<input type="checkbox">'))
    expect(pass).toHaveBeenCalledOnce()
  })

  it('waits while a dialog is open', () => {
    const pass = vi.fn()
    inPage(() => useShortcuts({ A: pass }))
    document.body.insertAdjacentHTML('beforeend', '<div role="dialog"></div>')
    press('a')
    // A drawer that was closed stays in the document; only one with a place on the screen is open.
    expect(pass).toHaveBeenCalledOnce()
    vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
    press('a')
    expect(pass).toHaveBeenCalledOnce()
  })

  it('does what the page last said, and nothing once the page is gone or does not want it', () => {
    const [first, second] = [vi.fn(), vi.fn()]
    const { rerender, unmount } = inPage(
      ({ run, on }: { run: () => void; on: boolean }) => useShortcuts({ J: run }, on),
      { run: first, on: true },
    )
    rerender({ run: second, on: true })
    press('j')
    rerender({ run: second, on: false })
    press('j')
    unmount()
    press('j')
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
  })
})

describe('keys pressed before the next record is there', () => {
  it('numbers are kept for it, once, and not those that come when it listens itself', () => {
    const { result, rerender } = inPage((waiting: boolean) => useEarlyDigits(waiting), true)
    press('2')
    press('5')
    rerender(false)
    expect(result.current.take()).toEqual(['2', '5'])
    press('3')
    expect(result.current.take()).toEqual([])
    rerender(true)
    press('4')
    expect(result.current.take()).toEqual(['4'])
  })

  it('numbers meant for one record are not for another', () => {
    const { result } = inPage(() => useEarlyDigits(true))
    press('1')
    result.current.clear()
    expect(result.current.take()).toEqual([])
  })

  it('letters decide nothing and are answered', () => {
    const { rerender } = inPage(({ view }: { view: object | null }) => useEarlyLetters(view, null), {
      view: null as object | null,
    })
    press('a')
    expect(lastNotice()).toContain('打开后请再按一次')
    rerender({ view: {} })
    expect(press('a')).toBe(true)
  })
})
