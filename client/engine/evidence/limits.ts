import type { Attachments } from '../../../catalogue/define.ts'

/** Which files may be uploaded, as a sentence: 必传，至多 5 份，单份 10 MB 以内，可传 jpg、png、pdf. */
export function limitsSentence({ maxCount, maxSizeMB, accept, required }: Attachments): string {
  const kinds = accept.filter((kind) => kind !== 'jpeg' || !accept.includes('jpg'))
  const parts = [
    required && '必传',
    maxCount > 1 && `至多 ${maxCount} 份`,
    `${maxCount > 1 ? '单份 ' : ''}${maxSizeMB} MB 以内`,
    `可传 ${kinds.join('、')}`,
  ]
  return parts.filter(Boolean).join('，')
}

/**
 * Why a file cannot be uploaded, or null. It only spares a useless upload: the server judges by the content.
 */
export function refusalOf({ maxSizeMB, accept }: Attachments, file: File): string | null {
  const kind = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  if (!accept.includes(kind)) return `“${file.name}”不是可以上传的格式，可传 ${accept.join('、')}`
  if (file.size === 0) return `“${file.name}”是空文件`
  if (file.size > maxSizeMB * 1024 * 1024) return `“${file.name}”超过 ${maxSizeMB} MB，请压缩后再传`
  return null
}
