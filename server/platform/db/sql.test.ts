import { describe, expect, it } from 'vitest'
import { sql } from './sql.ts'

describe('the sql tag', () => {
  it('turns every value into a parameter, whatever it contains', () => {
    const evil = "x'; drop table teacher; --"
    const q = sql`select * from teacher where name = ${evil} and id = ${7}`
    expect(q.text).toBe('select * from teacher where name = $1 and id = $2')
    expect(q.values).toEqual([evil, 7])
  })

  it('splices nested fragments in and numbers the parameters through', () => {
    const where = sql`a = ${1} and b = ${2}`
    const q = sql`select ${0} where ${where} or ${sql`c = ${3}`}${sql.empty}`
    expect(q.text).toBe('select $1 where a = $2 and b = $3 or c = $4')
    expect(q.values).toEqual([0, 1, 2, 3])
    expect(where.text).toBe('a = $1 and b = $2')
  })

  it('quotes names, so that a name cannot end its quotes', () => {
    expect(sql`select ${sql.id('teacher', 'name')}`.text).toBe('select "teacher"."name"')
    expect(sql.id('a"; drop table b; --').text).toBe('"a""; drop table b; --"')
    expect(() => sql.id('')).toThrow()
    expect(() => sql.id()).toThrow()
    expect(() => sql.id('a\0b')).toThrow()
  })

  it('escapes literals', () => {
    expect(sql.lit("it's").text).toBe("'it''s'")
    expect(sql.lit('a\\').text).toBe(" E'a\\\\'")
    expect(sql.lit(-2).text).toBe('(-2)')
    expect(sql.lit(true).text).toBe('true')
    expect(() => sql.lit(Number.NaN)).toThrow()
    expect(() => sql.lit('a\0')).toThrow()
  })

  it('joins values and fragments', () => {
    expect(sql`in (${sql.join([1, 2, 3])})`.text).toBe('in ($1, $2, $3)')
    const and = sql.join([sql`a = ${1}`, sql.raw('b is null')], ' and ')
    expect([and.text, and.values]).toEqual(['a = $1 and b is null', [1]])
    expect(sql.join([]).text).toBe('')
    expect(sql.join([5]).values).toEqual([5])
  })

  it('sends json as text with a cast and refuses undefined', () => {
    expect([sql.json([1]).text, sql.json([1]).values]).toEqual(['$1::jsonb', ['[1]']])
    expect(() => sql`select ${undefined}`).toThrow('undefined')
    expect(() => sql.json(undefined)).toThrow()
  })

  it('cannot be changed afterwards', () => {
    const q = sql`select ${1}`
    expect(Object.isFrozen(q) && Object.isFrozen(q.values)).toBe(true)
  })
})
