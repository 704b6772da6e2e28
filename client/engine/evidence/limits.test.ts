import { describe, expect, it } from 'vitest'
import { limitsSentence, refusalOf } from './limits.ts'

const limits = { maxCount: 5, maxSizeMB: 10, accept: ['jpg', 'jpeg', 'pdf'], required: true } as const
const one = { ...limits, maxCount: 1, required: false } as const
const file = (name: string, bytes: number): File => {
  const made = new File(['x'], name)
  Object.defineProperty(made, 'size', { value: bytes })
  return made
}

describe('what may be uploaded', () => {
  it('is told in one sentence, jpg once', () => {
    expect(limitsSentence(limits)).toBe('必传，至多 5 份，单份 10 MB 以内，可传 jpg、pdf')
    expect(limitsSentence(one)).toBe('10 MB 以内，可传 jpg、pdf')
  })
})

describe('a file', () => {
  it('is taken up to the last byte, whatever the case of its ending', () => {
    expect(refusalOf(limits, file('证书.PDF', 10 * 1024 * 1024))).toBeNull()
    expect(refusalOf(limits, file('证书.jpeg', 1))).toBeNull()
  })

  it('is refused by its name when it is too large, empty or of another kind', () => {
    expect(refusalOf(limits, file('证书.pdf', 10 * 1024 * 1024 + 1))).toBe(
      '“证书.pdf”超过 10 MB，请压缩后再传',
    )
    expect(refusalOf(limits, file('证书.pdf', 0))).toBe('“证书.pdf”是空文件')
    expect(refusalOf(limits, file('证书.exe', 1))).toContain('不是可以上传的格式')
    expect(refusalOf(limits, file('证书', 1))).toContain('不是可以上传的格式')
  })
})
