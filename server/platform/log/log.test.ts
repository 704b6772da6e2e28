import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createLog, errorFacts } from './log.ts'

describe('the log', () => {
  it('writes one JSON line per event from its level up', () => {
    const lines: string[] = []
    const log = createLog('info', (line) => void lines.push(line)).child({ part: 'test' })
    log.debug('quiet')
    log.warn('something.happened', { count: 2, line: 'a\nb' })
    expect(lines).toHaveLength(1)
    expect(lines[0]?.endsWith('}\n')).toBe(true)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'warn',
      event: 'something.happened',
      part: 'test',
      count: 2,
    })
  })

  it('leaves the values out that a database error quotes', () => {
    const error = new pg.DatabaseError('invalid input syntax for type date: "440102199001011234"', 1, 'error')
    Object.assign(error, { code: '22007', detail: 'Key (id_no)=(440102199001011234) already exists.' })
    expect(JSON.stringify(errorFacts(error))).not.toContain('440102199001011234')
    expect(errorFacts(error)).toMatchObject({ code: '22007' })
    expect(errorFacts(new Error('plain'))).toMatchObject({ message: 'plain' })
  })
})
