import { sampleOfField } from '../contents/sample.ts'
import type { AnyProcess } from './define.ts'
import { firstForm, keysIn } from './reading.ts'

/** A whole first form of any process, for tests; rules between fields are not asked. */
export const sampleOfForm = (definition: AnyProcess, nextFile: () => string): Record<string, unknown> =>
  Object.fromEntries(
    keysIn(definition, [firstForm]).flatMap((key) => {
      const field = definition.fields[key]
      return field ? [[key, sampleOfField(field, nextFile)]] : []
    }),
  )
