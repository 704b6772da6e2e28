import { useEffect, useMemo } from 'react'
import { bytes as size } from '../platform/format.ts'
import { Icon } from '../ui/look/icon.tsx'
import { entriesOf } from './zip.ts'

/** Entries shown at once. */
const most = 1000

/** What is in a zip file: folders and files with their sizes. Nothing is unpacked. */
export function ZipList({ file, onFail }: { file: ArrayBuffer; onFail: () => void }) {
  const entries = useMemo(() => {
    try {
      return entriesOf(file)
    } catch {
      return null
    }
  }, [file])
  useEffect(() => {
    if (!entries) onFail()
  }, [entries, onFail])
  if (!entries) return null
  const files = entries.filter(({ folder }) => !folder)
  const names = new Set(entries.map(({ name }) => name.replace(/\/$/, '')))
  // Folders that only stand in the paths of files are shown too.
  for (const { name } of entries)
    name
      .split('/')
      .slice(0, -1)
      .forEach((_, i, all) => names.add(all.slice(0, i + 1).join('/')))
  const rows = [...names].filter(Boolean).toSorted((a, b) => a.localeCompare(b, 'zh'))
  return (
    <div className="xv-zip">
      <p className="x-soft x-dense">
        共 {files.length} 个文件，解压后 {size(files.reduce((sum, one) => sum + one.size, 0))}
        。要看里面的文件，请下载后解压。
      </p>
      <ul aria-label="压缩包里的文件">
        {rows.slice(0, most).map((path) => {
          const file_ = files.find(({ name }) => name === path)
          return (
            <li
              key={path}
              style={{ paddingInlineStart: `calc(var(--space-4) * ${path.split('/').length - 1})` }}
            >
              <Icon name={file_ ? 'file' : 'archive'} />
              <span>{path.split('/').at(-1)}</span>
              <span className="x-soft x-dense">{file_ ? size(file_.size) : '文件夹'}</span>
            </li>
          )
        })}
      </ul>
      {rows.length > most && <p className="x-soft">这里列出前 {most} 项。</p>}
    </div>
  )
}
