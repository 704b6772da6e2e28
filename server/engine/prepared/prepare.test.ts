import { describe, expect, it } from 'vitest'
import { registry } from '../../app/records.ts'
import { prepared } from './index.ts'

describe('a prepared declaration', () => {
  it('is made once per type and cannot be changed', () => {
    for (const definition of Object.values(registry)) {
      const found = prepared(definition)
      expect(prepared(definition)).toBe(found)
      expect([found, found.fields, found.keys, found.sealed, found.defaults].every(Object.isFrozen)).toBe(
        true,
      )
    }
  })

  it('says of each field what the declaration says', () => {
    for (const definition of Object.values(registry)) {
      const { keys, writableKeys, derived, sealed, openKeys, writtenBy, required } = prepared(definition)
      expect(keys).toEqual(Object.keys(definition.fields))
      expect(new Set([...writableKeys, ...derived.map(({ key }) => key)])).toEqual(new Set(keys))
      expect(new Set([...openKeys, ...sealed.map(({ key }) => key)])).toEqual(new Set(keys))
      expect(required).toBe(Object.values(definition.fields).filter((field) => field.required).length)
      const both = [...writtenBy.teacher, ...writtenBy.institution]
      expect(new Set(both)).toEqual(new Set(writableKeys))
      if (definition.regime === 'mixed') expect(both).toHaveLength(writableKeys.length)
    }
  })
})
