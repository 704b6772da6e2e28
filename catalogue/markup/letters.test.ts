import { expect, it } from 'vitest'
import { escapedText, escapedValue, xmlText } from './letters.ts'

it('letters that mean something in markup are written out once, and what XML cannot hold is left out', () => {
  expect(escapedText('a<b & "c" &lt;')).toBe('a&lt;b &amp; "c" &amp;lt;')
  expect(escapedValue('"<')).toBe('&quot;&lt;')
  expect(xmlText('课\u0000题\ud800 😀\ufffe\t"')).toBe('课题\ufffd 😀\t&quot;')
})
