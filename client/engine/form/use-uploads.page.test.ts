import { act, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { FileRef } from '../../../catalogue/contract/archive/records.ts'
import { freshPage, inPage, signedIn } from '../../platform/testing/page.tsx'
import { uploadLine } from '../../platform/testing/upload-line.ts'
import { photo } from '../testing/award.ts'
import { useUploads } from './use-uploads.ts'

freshPage()
let line = uploadLine()
beforeEach(() => {
  line = uploadLine()
  vi.stubGlobal('XMLHttpRequest', line.Request)
  signedIn(2)
})

const limits = { maxCount: 2, maxSizeMB: 10, accept: ['jpg'], required: false } as const
const file = (name: string, bytes = 3) => new File([new Uint8Array(bytes)], name)

function open(free = 2) {
  const done: FileRef[] = []
  const { result } = inPage(() => useUploads(limits, free, (one) => done.push(one)))
  const add = async (...files: File[]) => {
    act(() => result.current.add(files))
    await act(() => Promise.resolve())
  }
  return { result, done, add }
}
const taken = { error_code: 0, msg: 'ok', data: photo }
const tell = (change: () => void) =>
  act(async () => {
    change()
    await Promise.resolve()
  })

describe('files that are uploaded', () => {
  it('show how much has gone, and are given on when the server has them', async () => {
    const { result, done, add } = open()
    await add(file('证书.jpg'))
    await waitFor(() => expect(line.under).toHaveLength(1))
    await tell(() => line.under[0]?.sent(0.4))
    expect(result.current.transfers.map(({ share, fault }) => [share, fault])).toEqual([[0.4, null]])
    await tell(() => line.under[0]?.answer(200, taken))
    await waitFor(() => expect(result.current.transfers).toEqual([]))
    expect(done).toEqual([photo])
    expect(line.under[0]?.headers.get('token')).toBe('token-of-the-test')
  })

  it('that do not fit are refused with a sentence each before any of it is sent', async () => {
    const { result, add } = open()
    await add(file('名单.exe'), file('空.jpg', 0), file('大.jpg', 10 * 1024 * 1024 + 1))
    expect(result.current.refusals).toEqual([
      expect.stringContaining('“名单.exe”不是可以上传的格式'),
      expect.stringContaining('“空.jpg”是空文件'),
      expect.stringContaining('“大.jpg”超过 10 MB'),
    ])
    expect([line.under.length, result.current.transfers.length]).toEqual([0, 0])
  })

  it('beyond the number that may be there are told, and the others go', async () => {
    const { result, add } = open(2)
    await add(file('1.jpg'), file('2.jpg'), file('3.jpg'))
    expect(result.current.refusals).toEqual(['至多 2 份，多出的 1 份没有上传'])
    await waitFor(() => expect(line.under.map(({ name }) => name)).toEqual(['1.jpg', '2.jpg']))
    await add(file('4.jpg'))
    expect(line.under).toHaveLength(2)
  })

  it('whose line broke stay in sight with the reason, and go again by one press', async () => {
    const { result, done, add } = open()
    await add(file('证书.jpg'))
    await waitFor(() => expect(line.under).toHaveLength(1))
    await tell(() => line.under[0]?.breaks())
    await waitFor(() => expect(result.current.transfers[0]?.fault).toMatch(/[一-龥]/))
    expect(done).toEqual([])
    act(() => {
      const [failed] = result.current.transfers
      if (failed) result.current.retry(failed)
    })
    await waitFor(() => expect(line.under).toHaveLength(2))
    expect(result.current.transfers[0]).toMatchObject({ share: 0, fault: null })
    await tell(() => line.under[1]?.answer(200, taken))
    await waitFor(() => expect(done).toEqual([photo]))
  })

  it('that the server refuses say its sentence', async () => {
    const { result, add } = open()
    await add(file('证书.jpg'))
    await waitFor(() => expect(line.under).toHaveLength(1))
    await tell(() =>
      line.under[0]?.answer(400, { error_code: 40012, msg: '文件内容与扩展名不符', data: null }),
    )
    await waitFor(() => expect(result.current.transfers[0]?.fault).toBe('文件内容与扩展名不符'))
  })

  it('that are called off end on the line, without a fault', async () => {
    const { result, done, add } = open()
    await add(file('证书.jpg'))
    await waitFor(() => expect(line.under).toHaveLength(1))
    await tell(() => {
      const [going] = result.current.transfers
      if (going) result.current.cancel(going)
    })
    expect([line.under[0]?.isAborted, result.current.transfers.length, done.length]).toEqual([true, 0, 0])
  })
})
