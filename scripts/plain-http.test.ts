import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const client = join(import.meta.dirname, '../client')

it('pages call nothing that browsers have in secure contexts only: some schools use plain http', () => {
  const calling = readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .filter((path) => readFileSync(join(client, path), 'utf8').includes('randomUUID('))
  expect(calling).toEqual([])
})
