import { expect, it } from 'vitest'
import { textOfFile, withTabs } from './text-of-file.ts'

const file = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], '名单.csv')

it('takes commas between cells for tabs, not those within quotes, and keeps empty cells', () => {
  expect(withTabs('姓名,手机号\r\n"林，疏影","138""0"\n顾声,')).toBe('姓名\t手机号\n林，疏影\t138"0\n顾声\t')
  expect(withTabs(',甲,"乙,丙"')).toBe('\t甲\t乙,丙')
})

it('reads UTF-8 with its mark, and the code page of Windows', async () => {
  const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('姓名,账号')])
  expect(await textOfFile(file(marked))).toBe('姓名\t账号')
  // 姓名 in GB18030.
  expect(await textOfFile(file(new Uint8Array([0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0x61])))).toBe('姓名\ta')
})

it('takes no spreadsheet for text, and nothing large', async () => {
  expect(await textOfFile(file(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0])))).toBeNull()
  expect(await textOfFile(file(new Uint8Array(1_000_001).fill(65)))).toBeNull()
})
