import { expect, test } from 'vitest'
import type { Tx } from './database.ts'
import { onceWithin } from './once-within.ts'

/** Transactions are told apart by what they are, and nothing is asked of them. */
const transaction = () => ({}) as Tx

test('asks once in a transaction for each key, and again in another one', async () => {
  let asked = 0
  const ask = async () => (asked += 1)
  const once = onceWithin<number>()
  const [one, other] = [transaction(), transaction()]
  expect([await once(one, 'a', ask), await once(one, 'a', ask), await once(one, 'b', ask)]).toEqual([1, 1, 2])
  expect(await once(other, 'a', ask)).toBe(3)
})

test('asks again where there was no answer', async () => {
  const answers = [undefined, 7, 8]
  const once = onceWithin<number | undefined>()
  const tx = transaction()
  const ask = async () => answers.shift()
  expect([await once(tx, 'a', ask), await once(tx, 'a', ask), await once(tx, 'a', ask)]).toEqual([
    undefined,
    7,
    7,
  ])
  const fails = async () => {
    throw new Error('away')
  }
  await expect(once(tx, 'b', fails)).rejects.toThrow('away')
  expect(await once(tx, 'b', async () => 9)).toBe(9)
})
