import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { featureNames } from './feature-names.ts'
import { kindBranches } from './kind-branches.ts'

describe('the check of branches on the kind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinds-'))
  const file = (text: string) => {
    const path = join(folder, 'planted.ts')
    writeFileSync(path, text)
    return [path]
  }
  it.each([
    "if (field.kind === 'teacher') go()",
    "if (definition.fields[key]?.kind !== 'file') go()",
    "const is = ({ kind }) => 'dict' === kind",
    "if (['date', 'month'].includes(field.kind)) go()",
    "switch (field.kind) {\n  case 'bool':\n    go()\n}",
  ])('finds %j', (text) => {
    expect(kindBranches(file(text))).toHaveLength(1)
  })
  it.each([
    "if (shape.kind === 'picture') go()",
    "if (owner.kind === 'teacher') go()",
    "if (fault.kind === 'unique') go()",
    "kindOf(field).names === 'file'",
  ])('leaves %j alone', (text) => {
    expect(kindBranches(file(text))).toEqual([])
  })
})

it('features have the same name on both sides', () => {
  expect(featureNames(['account', 'logs'], ['account', 'audit-log'])).toEqual([
    'client/features/logs has no server/features/logs',
  ])
  expect(featureNames()).toEqual([])
})
