import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pack } from './packed.ts'

describe('a packed text', () => {
  it('is the same plain and compressed, whatever its parts and what stands in its gaps', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(texts, fc.string({ maxLength: 60 }), (parts, fill) => {
        const packed = pack(parts)
        const expected = parts.join(fill)
        expect(packed.plain(fill).toString()).toBe(expected)
        expect(gunzipSync(packed.gzip(fill)).toString()).toBe(expected)
      }),
    )
  })

  it('is marked by what it says and by its headers, not by what fills its gaps', () => {
    const one = pack(['a', 'b'], 'x')
    expect(pack(['a', 'b'], 'x').tag).toBe(one.tag)
    for (const other of [pack(['a', 'c'], 'x'), pack(['ab'], 'x'), pack(['a', 'b'], 'y')])
      expect(other.tag).not.toBe(one.tag)
  })
})
