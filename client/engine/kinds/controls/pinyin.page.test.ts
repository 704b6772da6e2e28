import { act, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { freshPage, inPage } from '../../../platform/testing/page.tsx'
import { usePinyin } from './pinyin.ts'

freshPage()

it('finds a choice by its words, by the initials of their pinyin and by its code', async () => {
  const { result } = inPage(() => usePinyin())
  const finds = (typed: string) => result.current.matches(typed, '在职', '11')
  expect(['', ' ', '职', '1', '11'].map(finds)).toEqual([true, true, true, true, true])
  expect(['2', '退'].map(finds)).toEqual([false, false])
  act(() => result.current.prepare())
  await waitFor(() => expect(finds('zz')).toBe(true))
  expect(['ZZ', 'ｚｚ', 'z', 'zx'].map(finds)).toEqual([true, true, true, false])
})
