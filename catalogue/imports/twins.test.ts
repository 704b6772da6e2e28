import { expect, it } from 'vitest'
import { imports } from './imports.ts'

it('no two columns of a kind are known by one head', () => {
  for (const { name, columns } of imports) {
    const heads = columns.flatMap(({ head, twins = [] }) => [head, ...twins])
    const twice = heads.filter((head, at) => heads.indexOf(head) !== at)
    expect([name, twice]).toEqual([name, []])
  }
})
