import { expect, test } from 'vitest'
import { withQuery } from './with-query.ts'

test('a query leaves out what is empty, keeps 0 and false, and repeats arrays', () => {
  const query = {
    page: 1,
    is_read: 0,
    own: false,
    name: '',
    state: undefined,
    kind: null,
    level: ['school', 'area'],
  }
  expect(withQuery('/api/v1/x', query)).toBe('/api/v1/x?page=1&is_read=0&own=false&level=school&level=area')
})

test('a path without a query stays as it is, and names are encoded', () => {
  expect(withQuery('/api/v1/x')).toBe('/api/v1/x')
  expect(withQuery('/api/v1/x', { name: '张 三&' })).toBe('/api/v1/x?name=%E5%BC%A0+%E4%B8%89%26')
})
