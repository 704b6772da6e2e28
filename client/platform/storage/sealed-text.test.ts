import { xchacha20poly1305 as cipher } from '@noble/ciphers/chacha'
import { expect, it } from 'vitest'
import { openText, sealText } from './sealed-text.ts'

const key = new Uint8Array(32).fill(7)
const place = 'xt-draft:12:contactInfo/new'

it('opens with its key at its place only, and says nothing of what it holds', () => {
  const text = JSON.stringify({ values: { mobile: '13912345678', note: '手机'.repeat(20_000) } })
  const sealed = sealText(cipher, key, place, text)
  expect(sealed).not.toContain('13912345678')
  expect(openText(cipher, key, place, sealed)).toBe(text)
  expect(sealText(cipher, key, place, text), 'another nonce each time').not.toBe(sealed)
  expect(openText(cipher, new Uint8Array(32).fill(8), place, sealed)).toBeNull()
  expect(openText(cipher, key, 'xt-draft:13:contactInfo/new', sealed)).toBeNull()
  for (const wrong of ['', '{}', 'x1.', 'x1.!!', sealed.slice(0, -5)])
    expect(openText(cipher, key, place, wrong)).toBeNull()
})
