import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compareFolder } from './operation/workbooks.ts'

const ours = join(import.meta.dirname, '../server/platform/workbook/test-files')

it('compares each cell with what two other readers say, and names what is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'workbooks-'))
  cpSync(ours, folder, { recursive: true })
  writeFileSync(join(folder, 'cut.xlsx'), 'PK\u0003\u0004 nothing')
  const lines: string[] = []
  expect(await compareFolder(folder, (line) => lines.push(line))).toBe(true)
  expect(lines.at(-1)).toMatch(/^2 read, 1 refused, 0 crashed; \d\d cells compared, 0 differing$/)
  expect(lines.join('\n')).toContain('cut.xlsx: refused  文件打不开或不完整')
})

it('ends badly where there is nothing to compare', async () => {
  expect(await compareFolder(mkdtempSync(join(tmpdir(), 'workbooks-')), () => undefined)).toBe(false)
})
