import { describe, expect, it } from 'vitest'
import { legalTexts } from '../../catalogue/legal/texts.ts'
import { contents } from '../../catalogue/contents/contents.ts'
import { safeUrl } from '../../catalogue/contents/safe-url.ts'
import { demoHosts } from './standing-pages.ts'
import { toldContents, valueOf } from './write.ts'

describe('what the demo region publishes', () => {
  it('is of every type and passes its declaration, down to the addresses', () => {
    // Of the legal texts those that come with the program are in force.
    const texts: readonly string[] = legalTexts.map(({ name }) => name)
    expect(new Set(toldContents.map(({ type }) => type))).toEqual(
      new Set(Object.keys(contents).filter((name) => !texts.includes(name))),
    )
    for (const told of toldContents) {
      const { type } = told
      const value = valueOf(told, () => '2026-11-30T14:30:00+08:00')
      const { fields, addresses = [] } = contents[type]
      expect(Object.keys(value).filter((key) => !Object.hasOwn(fields, key))).toEqual([])
      for (const [key, field] of Object.entries(fields)) {
        const held = value[key] ?? null
        if (field.kind === 'file') continue
        if (held === null) expect(field.required, `${type}.${key}`).toBe(false)
        else
          expect(
            field.schema.safeParse(held).error?.message,
            `${type}.${key} ${String(held)}`,
          ).toBeUndefined()
        if (addresses.includes(key) && held !== null)
          expect(
            safeUrl(
              String(held),
              demoHosts.map(([host]) => host),
            ),
            String(held),
          ).not.toHaveProperty('fault')
      }
    }
  })

  it('holds no words that stand for others', () => {
    expect(JSON.stringify(toldContents)).not.toMatch(/lorem|占位|待补充|TODO|xxx/i)
  })
})
