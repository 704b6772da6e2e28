import { invalid } from '../../../../catalogue/errors.ts'
import { isStorable } from '../../../../catalogue/kinds/kind.ts'

interface UploadMetadata {
  readonly name: string
  /** Milliseconds since 1970; null where the sender does not say. */
  readonly modified: number | null
}

const wellFormed = new TextDecoder('utf-8', { fatal: true })

/** One value of the header, decoded from base64. */
function textOf(field: string, encoded: string): string {
  try {
    return wellFormed.decode(Buffer.from(encoded, 'base64'))
  } catch {
    throw invalid('upload-metadata', `Upload-Metadata 里的 ${field} 不是 UTF-8 文字`)
  }
}

/**
 * Reads Upload-Metadata: pairs of a key and a value in base64, with commas between them. `filename` is
 * wanted, `modified` is not; other keys are left alone.
 */
export function metadataOf(header: string | string[] | undefined): UploadMetadata {
  const pairs = String(header ?? '')
    .split(',')
    .map((pair) => pair.trim().split(' '))
  const valueOf = (key: string) => textOf(key, pairs.find(([name]) => name === key)?.[1] ?? '')
  const name = valueOf('filename')
  if (name.trim() === '') throw invalid('filename', '请写明文件名')
  if (name.length > 300) throw invalid('filename', '文件名不超过 300 个字')
  if (!isStorable(name)) throw invalid('filename', '文件名里有不能保存的字符')
  const modified = valueOf('modified')
  if (!/^\d{0,15}$/.test(modified)) throw invalid('modified', '修改时间应为 1970 年以来的毫秒数')
  return { name, modified: modified === '' ? null : Number(modified) }
}
