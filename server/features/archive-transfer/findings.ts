import type { PackageAspect } from '../../../catalogue/contract/archive-transfer.ts'
import type { TransferNeeds } from './needs.ts'
import type { PackedFile, PackedItem } from './contents.ts'

/** Findings that are told in words; the others are counted. */
const mostSamples = 20

/** Endings of forms that archives keep for long (GB/T 18894, appendix of DA/T 47). */
const longKept = /\.(pdf|ofd|txt|xml|jpe?g|png|tiff?|gif|mp3|wav|mp4|avi|xlsx?|docx?|pptx?)$/i
/** Endings of programs, which an archive does not take. */
const programs = /\.(exe|com|bat|cmd|js|vbs|ps1|sh|msi|scr|jar|apk|dll)$/i

const aspects = {
  authentic: { title: '真实性', checked: '每件有办理记录；文件的 SHA-256 与上传时一致' },
  whole: { title: '完整性', checked: '必填栏目已填写；登记的文件齐全' },
  usable: { title: '可用性', checked: '文件可以读出、字节数相符，格式适合长期保存' },
  safe: { title: '安全性', checked: '没有可执行程序；文件名不含路径' },
} as const
type Aspect = keyof typeof aspects

/** What the four checks (四性检测) found; counts all, tells the first in words. */
export class Findings {
  private readonly found: Record<Aspect, { problems: number; samples: string[] }> = {
    authentic: { problems: 0, samples: [] },
    whole: { problems: 0, samples: [] },
    usable: { problems: 0, samples: [] },
    safe: { problems: 0, samples: [] },
  }

  /** Notes a fault of one aspect. */
  add(aspect: Aspect, sentence: string): void {
    const { samples } = this.found[aspect]
    this.found[aspect].problems += 1
    if (samples.length < mostSamples) samples.push(sentence)
  }

  /** Number of faults over all aspects. */
  get problems(): number {
    return Object.values(this.found).reduce((sum, { problems }) => sum + problems, 0)
  }

  /** The report, an entry for each aspect. */
  report(): PackageAspect[] {
    const keys: readonly Aspect[] = ['authentic', 'whole', 'usable', 'safe']
    return keys.map((key) => ({ ...aspects[key], ...this.found[key] }))
  }
}

/** Name of an item in sentences. */
export const called = ({ no, row, definition }: PackedItem): string =>
  `${row.ownerName}　${definition.title}　${no}`

/** Whether a file can be read in its whole length; says what is wrong with it. */
async function examineFile(
  { fileStores: { files } }: TransferNeeds,
  { name, bytes, storageKey }: PackedFile,
  say: { readonly item: string; readonly findings: Findings },
): Promise<boolean> {
  const where = `${say.item}：${name}`
  if (programs.test(name)) say.findings.add('safe', `${where} 是可执行程序`)
  if (/[\\/]/.test(name)) say.findings.add('safe', `${where} 的文件名含有路径`)
  if (!longKept.test(name)) say.findings.add('usable', `${where} 的格式不适合长期保存`)
  const size = await files.size(storageKey)
  if (size === null) {
    say.findings.add('whole', `${where} 已不在服务器上`)
    return false
  }
  if (size !== bytes) say.findings.add('usable', `${where} 的字节数与登记的不符`)
  return true
}

/** Checks one item without reading its files. Answers the files that can be read. */
export async function examineItem(
  needs: TransferNeeds,
  item: PackedItem,
  findings: Findings,
): Promise<PackedFile[]> {
  const name = called(item)
  if (item.events.length === 0) findings.add('authentic', `${name} 没有办理记录`)
  if (item.gaps.length > 0) findings.add('whole', `${name} 未填写${item.gaps.join('、')}`)
  const readable: PackedFile[] = []
  for (const file of item.files)
    if (await examineFile(needs, file, { item: name, findings })) readable.push(file)
  return readable
}
